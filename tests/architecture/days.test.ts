import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/root.ts';

const files = ['engine', 'server', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    // Migrations describe the past and must not change.
    .filter((path) => !/^server\/(platform\/db|product)\/migrations\//.test(path)),
);

const linesWith = (pattern: RegExp, exempt: readonly string[] = []): string[] =>
  files
    .filter((path) => !exempt.includes(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    );

test('only engine/config/days.ts calculates calendar days', () => {
  const own = [
    'engine/config/days.ts',
    // Expressions are compiled to modules that import nothing.
    'engine/expression/runtime.ts',
    'engine/expression/runtimeSource.ts',
    // Names of months and days of no particular calendar.
    'engine/texts/formats.ts',
  ];
  expect(linesWith(/Date\.UTC\(|setUTC|getUTC(Date|Day|Month|Hours)|toISOString\(\)\.(slice|startsWith)|T00:00:00/, own)).toEqual([]);
});

test('no code names a time zone or its offset', () => {
  expect(linesWith(/[+-]\d\d:00\b|['"](Asia|America|Europe|Africa|Australia|Pacific)\//)).toEqual([]);
});
