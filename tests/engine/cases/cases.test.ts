import { beforeAll, describe, expect, test } from 'vitest';
import { casesFiles } from '../../../engine/cases/index.ts';
import { createCompiler } from '../../../engine/compiler/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';

const compiler = createCompiler(registry);
const club = clubFiles();
let held: SourceFile[];

async function casesOf(files: readonly SourceFile[], only?: readonly string[]): Promise<SourceFile[]> {
  const { release } = await compiler.compile(files);
  if (!release) throw new Error('The configuration has errors');
  return casesFiles(release, registry, only);
}

async function complaints(files: readonly SourceFile[]) {
  const { diagnostics } = await compiler.compile(files);
  return diagnostics.filter(({ severity }) => severity !== 'info').map(({ code, file, line }) => `${code} ${file}:${line}`);
}

function edited(path: string, find: string, replace: string): SourceFile[] {
  if (!held.find((file) => file.path === path)?.text.includes(find)) throw new Error(`${path} does not hold ${find}`);
  return held.map((file) => (file.path === path ? { path, text: file.text.replace(find, replace) } : file));
}

const without = (text: string): string => text.replaceAll(/\s/g, '');

beforeAll(async () => {
  held = [...club, ...(await casesOf(club))];
});

describe('cases made from the configuration', () => {
  test('pass, and are not made again', async () => {
    expect(await complaints(held)).toEqual([]);
    expect(await casesOf(held)).toEqual(held.slice(club.length));
  });

  test('of one file do not depend on another', async () => {
    const more = club.map((file) => ({
      ...file,
      text: file.text.replace("club.level == 'gold' &&", "club.level == 'gold' && club.name != 'x' &&"),
    }));
    const others = (files: readonly SourceFile[]) => files.filter(({ path }) => !path.includes('homeScreen'));
    expect(others(await casesOf(more))).toEqual(others(held.slice(club.length)));
  });

  test.each([
    ['a bound', 'schemas/forms/person.schema.json', '>= constants.minimumAge', '> constants.minimumAge'],
    ['a member', 'schemas/forms/sports.schema.json', "in ['swim', 'run']", "in ['swim']"],
    ['a connective', 'flows/navigation.json', 'device.android &&', 'device.android ||'],
    ['a side', 'flows/screens/home.screen.json', "club.level == 'gold'", "club.level != 'gold'"],
    ['a row', 'flows/decisions/entry.decisions.json', "sports.sport == 'chess'", "sports.sport == 'run'"],
  ])('find another %s, at its place', async (_what, path, find, replace) => {
    const { text } = held.find((file) => file.path === path) as SourceFile;
    const line = text.slice(0, text.indexOf(find)).split('\n').length;
    expect(await complaints(edited(path, find, replace))).toContain(`failing-case ${path}:${line}`);
  });

  test('do not detect a changed figure', async () => {
    expect(await complaints(edited('flows/settings.json', '"minimumAge": 12', '"minimumAge": 14'))).toEqual([]);
  });

  test('detect a removed condition', async () => {
    const files = edited('schemas/forms/sports.schema.json', '"x-when": "self.sport in [\'swim\', \'run\']"', '"title": "Distance"');
    expect(await complaints(files)).toEqual([expect.stringContaining('unknown-case flows/cases/sportsForm.cases.json')]);
  });

  test('stay if a person wrote them, and are removed if generated and outdated', async () => {
    const path = 'flows/cases/sportsForm.cases.json';
    const [made] = await casesOf(held, ['schemas/forms/sports.schema.json']);
    const own = '{ "self.sport": "run", "self.nick": "ann" }';
    const files = edited(path, '"true": [', `"true": [ ${own},`);
    const [again] = await casesOf(files, ['schemas/forms/sports.schema.json']);
    expect(without(again?.text ?? '')).toContain(without(own));
    const wrong = edited(path, '"false": [', `"false": [ ${own},`);
    expect(await casesOf(wrong, ['schemas/forms/sports.schema.json'])).toEqual([made]);
  });
});
