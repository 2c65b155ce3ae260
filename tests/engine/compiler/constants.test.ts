import { describe, expect, test } from 'vitest';
import { compile } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from './fixtures/club.ts';
import { registry } from './fixtures/registry.ts';

const nick = 'schemas/formats/nick.schema.json';

/** The club with its constant `house` defined elsewhere. `edits` replaces a text in a file. */
const borrowing = (from: string, edits: Record<string, [find: string, replace: string]> = {}): SourceFile[] =>
  clubFiles().map((file) => {
    const settings: [string, string][] = file.path === 'flows/settings.json' ? [['"Club"', JSON.stringify({ from })]] : [];
    const replaced = [...settings, ...(edits[file.path] ? [edits[file.path]!] : [])];
    for (const [find] of replaced) expect(file.text).toContain(find);
    return { ...file, text: replaced.reduce((text, [find, replace]) => text.replace(find, () => replace), file.text) };
  });

const errors = async (files: readonly SourceFile[]) =>
  (await compile(files, registry)).diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message, fix }) => [code, message, ...(fix === undefined ? [] : [fix])].join(' '));

describe('K05 a constant that another file decides', () => {
  test('has the value of that file, and follows it', async () => {
    const constants = async (files: SourceFile[]) => (await compile(files, registry)).release?.manifest.settings.constants;
    const from = `${nick}#/maxLength`;
    expect(await constants(borrowing(from))).toEqual({ minimumAge: 12, house: 20 });
    expect(await constants(borrowing(from, { [nick]: ['"maxLength": 20', '"maxLength": 25'] }))).toEqual({ minimumAge: 12, house: 25 });
  });

  test('reads an item of a list by its index', async () => {
    const { release } = await compile(borrowing('schemas/enums/sport.schema.json#/enum/1'), registry);
    expect(release?.manifest.settings.constants['house']).toBe('run');
  });

  test.each([
    ['flows/nowhere.json#/days', 'unknown-figure There is no file flows/nowhere.json.'],
    [`${nick}#/maxLenght`, `unknown-figure ${nick} has no /maxLenght. Did you mean "${nick}#/maxLength"?`],
    [`${nick}#/examples`, `unknown-figure /examples of ${nick} is not a text, a number or a boolean. Did you mean "${nick}#/examples/0"?`],
  ])('is one error if nothing is there: %s', async (from, finding) => {
    expect(await errors(borrowing(from))).toEqual([finding]);
  });

  test('says nothing of its own while that file cannot be read', async () => {
    const found = await errors(borrowing(`${nick}#/maxLength`, { [nick]: ['"maxLength": 20', '"maxLength": "twenty"'] }));
    expect(found).toEqual(['wrong-type Expected integer, but this is "twenty".']);
  });
});
