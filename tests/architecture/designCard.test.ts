import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/root.ts';

const packages = [
  'react',
  'react-dom',
  '@rjsf/core',
  '@rjsf/validator-ajv8',
  'ajv',
  'react-router-dom',
  'mobx',
  'mobx-react-lite',
  'i18next',
  'vite',
  'vitest',
  'playwright',
];
const topLevel = ['package.json', 'vite.config.ts', 'tsconfig.json', 'engine', 'schemas', 'flows', 'locales', 'src', 'tests'];

const code = ['engine', 'src', 'server', 'tests', 'tools', 'bench']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.(tsx?|mjs)$/.test(entry.name) &&
      entry.name !== 'designCard.test.ts' &&
      !entry.parentPath.includes('node_modules'),
  )
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .concat(readFileSync(join(root, 'vite.config.ts'), 'utf8'))
  .join('\n');

test.each(packages)('K06 %s is a dependency and in use', (name) => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
  expect({ ...manifest['dependencies'], ...manifest['devDependencies'] }).toHaveProperty([name]);
  expect(code).toMatch(new RegExp(`from '${name}(/[^']*)?'|import\\('${name}`));
});

test.each(topLevel)('K06 %s is at the top', (name) => {
  expect(existsSync(join(root, name))).toBe(true);
});
