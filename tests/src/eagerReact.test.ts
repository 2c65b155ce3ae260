import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { eagerFunctions, inParentheses } from '../../tools/eagerReact.ts';
import { root } from '../support/root.ts';

const published = readFileSync(join(root, 'node_modules/react-dom/cjs/react-dom-client.production.js'), 'utf8');

test('functions in parentheses can be called before their position', () => {
  const code =
    '"use strict";\nexports.sum = two() + three();\nfunction two() {\n  return one() * 2;\n}\nfunction three() {\n  return 3;\n}\nfunction one() {\n  return 1;\n}\n';
  const marked = inParentheses(code, new Set(['two', 'one']));
  expect(marked).toContain('\nvar two = (function () {');
  expect(marked).toContain('\nvar one = (function () {');
  expect(marked).toContain('\nfunction three() {');
  const exports: { sum?: number } = {};
  runInNewContext(marked, { exports });
  expect(exports.sum).toBe(5);
});

test('the recording matches the installed React (otherwise run node tools/recordEagerReact.ts)', () => {
  const missing = eagerFunctions.filter((name) => !published.includes(`\nfunction ${name}(`));
  expect(missing).toEqual([]);
  expect(eagerFunctions.length).toBeGreaterThan(100);
});

test('the transform neither loses nor duplicates code of React', () => {
  const names = (code: string) =>
    Array.from(code.matchAll(/^(?:function |var |)(\w+)(?:\(| = \(function)/gm), ([, name]) => name ?? '').toSorted();
  const functionsOf = (code: string) => names(code).filter((name) => published.includes(`\nfunction ${name}(`));
  const marked = inParentheses(published, new Set(eagerFunctions));
  expect(functionsOf(marked)).toEqual(functionsOf(published));
  expect(marked.match(/ = \(function \(/g)?.length).toBe(eagerFunctions.length);
});
