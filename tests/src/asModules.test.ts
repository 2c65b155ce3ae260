import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { asModule } from '../../tools/asModules.ts';
import { root } from '../support/root.ts';

const require = createRequire(import.meta.url);

/** The exports of a module's code, run with its imports. */
function exportsOf(code: string): Record<string, unknown> {
  const imported = Array.from(code.matchAll(/^import (\w+) from '([\w-]+)';$/gm), ([, name = '', id = '']) => [
    name,
    require(id) as unknown,
  ]);
  const script = code
    .replaceAll(/^import .*$/gm, '')
    .replace(/^export \{(.*)\};$/m, (_text, list: string) => `result = {${list.replaceAll(/(\w+) as (\w+)/g, '$2: $1')}};`);
  const context = { ...Object.fromEntries(imported), result: {} };
  runInNewContext(script, context);
  return context.result;
}

test.each([
  'react/cjs/react.production.js',
  'react/cjs/react-jsx-runtime.production.js',
  'react-dom/cjs/react-dom.production.js',
  'react-dom/cjs/react-dom-client.production.js',
  'react-is/cjs/react-is.production.min.js',
  'scheduler/cjs/scheduler.production.js',
])('%s as a module exports by name, and as a whole, what it exported', (file) => {
  const path = join(root, 'node_modules', file);
  const code = asModule(readFileSync(path, 'utf8'));
  expect(code).not.toContain('require(');
  const { default: whole, ...named } = exportsOf(code);
  expect(named).toEqual(whole);
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(require(path) as object).toSorted());
});

test('the production build of each library is bundled', () => {
  const entry =
    "if (process.env.NODE_ENV === 'production') {\n  module.exports = require('./cjs/a.production.js');\n} else {\n  module.exports = require('./cjs/a.development.js');\n}\n";
  expect(asModule(entry)).toBe("export * from './cjs/a.production.js';\nexport { default } from './cjs/a.production.js';\n");
});
