import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { icons } from '../../../src/borrower/icons.ts';
import { root } from '../../support/root.ts';

test('every icon in the configuration exists', () => {
  const files = ['flows', 'schemas/forms'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  const named = files.flatMap((text) => [
    ...[...text.matchAll(/"icon": "(\w+)"/g)].map(([, name]) => name ?? ''),
    ...[...text.matchAll(/"icons": \{([^}]*)\}/g)].flatMap(([, map]) =>
      [...(map ?? '').matchAll(/: "(\w+)"/g)].map(([, name]) => name ?? ''),
    ),
  ]);
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !Object.hasOwn(icons, name))).toEqual([]);
});
