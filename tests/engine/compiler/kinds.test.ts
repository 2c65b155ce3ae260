import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import { SchemaRef, TextKey } from '../../../engine/config/annotations.ts';
import type { KindDefinition, ProjectView } from '../../../engine/config/definitions.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

const notice = Type.Object(
  { $schema: SchemaRef, text: TextKey('common.notices', ['day'], { title: 'Text' }) },
  { additionalProperties: false },
);
const kind: KindDefinition = { name: 'notice', metaSchema: notice, single: true };

const noticeFile = (path: string, text: string) => ({
  path,
  text: `{\n  "$schema": "../schemas/meta/notice.schema.json",\n  "text": "${text}"\n}`,
});

/** The club, with texts for the notice `open` in its languages, and files of the kind. */
const files = (words: string, ...texts: string[]) => [
  ...clubFiles().map((file) =>
    /^locales\/(en|fil)\/common\.json$/.test(file.path)
      ? { ...file, text: file.text.replace(/\}\s*$/, `, "notices": { "open": "${words}" } }`) }
      : file,
  ),
  ...texts.map((text, index) => noticeFile(`flows/notice${index}.json`, text)),
];

async function found(list: ReturnType<typeof files>, definition = kind): Promise<string[]> {
  const { diagnostics } = await compile(list, { ...registry, kinds: { ...registry.kinds, notice: definition } });
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, file, line }) => `${code} ${file}:${line}`);
}

describe("a kind of the product's", () => {
  test('names the texts of code: they must exist and use only the values of the code and constants', async () => {
    expect(await found(files('On {{day}}, at {{house}}', 'open'))).toEqual([]);
    expect(await found(files('On {{day}}', 'closed'))).toEqual(['missing-key flows/notice0.json:3']);
    expect(await found(files('On {{weekday}}', 'open'))).toEqual(['unfilled-placeholder flows/notice0.json:3']);
  });

  test('with a single file appears once', async () => {
    const twice = files('On {{day}}', 'open', 'open');
    expect(await found(twice)).toEqual(['duplicate-id flows/notice1.json:1']);
    expect(await found(twice, { ...kind, single: false })).toEqual([]);
  });

  test('detects unreadable files of another kind', async () => {
    const answers: boolean[] = [];
    const check = (_: unknown, project: ProjectView) => {
      answers.push(project.isBroken('enum'), project.isBroken('flow'));
      return [];
    };
    await found([...files('On {{day}}', 'open'), { path: 'schemas/enums/broken.schema.json', text: '{' }], { ...kind, check });
    expect(answers).toEqual([true, false]);
  });
});
