import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { invariantsOf } from '../../server/platform/invariants.ts';
import { root } from '../support/root.ts';

const page = readFileSync(join(root, 'docs/safety.md'), 'utf8');
const proofs = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/(tests\/[^)]+)\)/g)].map(([, title = '', path = '']) => ({ title, path }));

describe('docs/safety.md', () => {
  test('names existing tests', () => {
    expect(proofs.length).toBeGreaterThan(50);
    const isThere = ({ title, path }: (typeof proofs)[number]) =>
      existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8').includes(title);
    expect(proofs.filter((proof) => !isThere(proof))).toEqual([]);
  });

  test('names every invariant', () => {
    expect(Object.keys(invariantsOf(areas)).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('leaves no promise without a proof', () => {
    const promises = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|promise)/.test(line));
    expect(promises.filter((line) => !/\]\(\.\.\/tests\/|`bench\/|`\w+`/.test(line.split(' | ').at(-1) ?? ''))).toEqual([]);
  });
});
