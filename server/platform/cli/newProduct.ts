import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const made = new Set(['dist', '.data', 'node_modules']);

/**
 * Copies examples/claim into a new folder.
 *
 * @param home folder of this repository or of the installed package
 * @param folder relative to where the command was typed
 * @returns the absolute path of the folder
 * @throws Error if the folder has files, or if `hakbang/…` would not resolve from there
 */
export function newProduct(home: string, folder: string): string {
  const target = resolve(process.env['INIT_CWD'] ?? '.', folder);
  const fromHome = relative(home, target);
  const isInside = fromHome !== '' && !fromHome.startsWith('..') && !isAbsolute(fromHome);
  if (!isInside && basename(dirname(home)) !== 'node_modules')
    throw new Error(`${target} is outside ${home}. Name a folder inside, such as examples/pension, or install the package hakbang there.`);
  if (isInside && existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} has files already.`);
  const template = join(home, 'examples/claim');
  const taken = readdirSync(template).find((name) => !made.has(name) && existsSync(join(target, name)));
  if (taken !== undefined) throw new Error(`${target} has ${taken} already.`);
  cpSync(template, target, { recursive: true, filter: (path) => !made.has(basename(path)) || path === template });
  if (!isInside) asModules(join(target, 'package.json'));
  return target;
}

/** Node reads the product's files as ES modules only if the nearest package.json says so. */
function asModules(file: string): void {
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : { private: true };
  writeFileSync(file, `${JSON.stringify({ ...manifest, type: 'module' }, undefined, 2)}\n`);
}

/** `hakbang new product <folder>`. It runs before there is a product whose commands could be loaded. */
export function runNewProduct(words: readonly string[]): void {
  const [folder, ...more] = words;
  const write = (stream: NodeJS.WriteStream, text: string) => stream.write(`${text}\n`);
  if (folder === undefined || more.length > 0) {
    write(process.stderr, 'new product <folder>         copies examples/claim as the start of a product');
    process.exitCode = 2;
    return;
  }
  try {
    const home = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
    const target = newProduct(home, folder);
    write(process.stdout, `${target}\n- Start it with --project ${folder}, and check it in the same way.`);
  } catch (error) {
    write(process.stderr, (error as Error).message);
    process.exitCode = 1;
  }
}
