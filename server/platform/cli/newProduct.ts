import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { UsageError } from '../../../engine/cli/index.ts';

const made = new Set(['dist', '.data', 'node_modules']);

/**
 * Copies examples/claim into a new folder.
 *
 * @param home folder of this repository. A product imports `hakbang/…`, which resolves only inside.
 * @param folder relative to where the command was typed
 * @returns the folder, relative to `home`
 */
export function newProduct(home: string, folder: string): string {
  const target = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const inside = relative(home, target);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside))
    throw new UsageError(`${target} is outside ${home}. A product needs a folder inside, such as examples/pension.`);
  if (existsSync(target) && readdirSync(target).length > 0) throw new UsageError(`${inside} has files already.`);
  cpSync(join(home, 'examples/claim'), target, { recursive: true, filter: (path) => !made.has(basename(path)) });
  return inside;
}
