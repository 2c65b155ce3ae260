import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';

const folder = 'tests/scenarios';

/**
 * Reads the named scenario files (a path or an id), or all of them, in a stable order.
 *
 * @param root folder that contains tests/scenarios/
 */
export function readScenarios(root: string, names: readonly string[]): SourceFile[] {
  const all = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).filter((name) => name.endsWith('.json')) : [];
  const paths = names.length === 0 ? all.map((name) => `${folder}/${name}`) : names.map((name) => pathOf(root, name));
  return paths
    .filter((path) => existsSync(join(root, path)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function pathOf(root: string, name: string): string {
  if (!name.endsWith('.json')) return `${folder}/${name}.scenario.json`;
  return (isAbsolute(name) ? relative(root, name) : name).replaceAll('\\', '/');
}
