import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shippedFiles } from './fixtures/shipped.ts';

const root = new URL('../../../', import.meta.url);
const settings = JSON.parse(readFileSync(new URL('.vscode/settings.json', root), 'utf8')) as {
  'json.schemas': { fileMatch: string[]; url: string }[];
};
const associations = settings['json.schemas'];

/** Whether an association matches a file: `*` matches a name, and a later `!` excludes files. */
function isMatched(path: string, patterns: readonly string[]): boolean {
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/[.]/g, '\\.').replace(/[*]/g, '[^/]*')}$`).test(`/${path}`);
  const isOut = patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)));
  return !isOut && patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern));
}

describe('VS Code', () => {
  test('gets existing meta-schemas', () => {
    const gone = associations.filter(({ url }) => !existsSync(new URL(url, root)));
    expect(gone).toEqual([]);
  });

  test('uses the meta-schema of each shipped file even before the file names it', () => {
    const odd = shippedFiles
      .filter(({ path }) => path.endsWith('.json'))
      .flatMap(({ path, text }) => {
        const { $schema } = JSON.parse(text) as { $schema: string };
        const own = $schema.slice($schema.lastIndexOf('/') + 1);
        const given = associations
          .filter(({ fileMatch }) => isMatched(path, fileMatch))
          .map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
        return given.length === 1 && given[0] === own ? [] : [{ path, own, given }];
      });
    expect(odd).toEqual([]);
  });
});
