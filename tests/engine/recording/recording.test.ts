import { beforeAll, describe, expect, test } from 'vitest';
import { createCompiler, openRelease } from '../../../engine/compiler/index.ts';
import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import { factsOf, fromFiles, record, replay, toDiagnostics, toFiles } from '../../../engine/recording/index.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';

const compiler = createCompiler(registry);
let files: SourceFile[];
let written: SourceFile[];

async function released(changed: readonly SourceFile[]): Promise<Release> {
  const { release } = await compiler.compile(changed);
  if (!release) throw new Error('The configuration has errors');
  return release;
}

const open = async (changed: readonly SourceFile[]) => openRelease(await released(changed));

beforeAll(async () => {
  files = clubFiles();
  written = toFiles(factsOf(await open(files)));
});

function edited(path: string, find: string, replace: string): SourceFile[] {
  if (!files.find((file) => file.path === path)?.text.includes(find)) throw new Error(`${path} does not hold ${find}`);
  return files.map((file) => (file.path === path ? { path, text: file.text.replace(find, replace) } : file));
}

describe('the recording of a release', () => {
  async function differences(changed: readonly SourceFile[]) {
    const recorded = fromFiles((path) => written.find((file) => file.path === path)?.text);
    if (!recorded) throw new Error('Nothing was recorded');
    return toDiagnostics(recorded, factsOf(await open(changed)));
  }

  test('matches the stored recording', async () => {
    expect(await differences(files)).toEqual([]);
    expect(fromFiles(() => undefined)).toBeUndefined();
  });

  test.each([
    ['forms', 'schemas/formats/nick.schema.json', '^[a-z]+$', '^[a-z ]+$', '"nick"'],
    ['values', 'flows/settings.json', '"minimumAge": 12', '"minimumAge": 13', 'constants.minimumAge'],
    ['screens', 'flows/screens/home.screen.json', '"name": "club.name"', '"name": "club.level"', 'screen home'],
  ])('is told at the line of the recording where it is otherwise (%s)', async (part, path, find, replace, told) => {
    const [first] = await differences(edited(path, find, replace));
    expect(first).toMatchObject({ code: 'recorded-otherwise', file: `tests/scenarios/recorded/${part}.json` });
    const line = written.find((file) => file.path === first?.file)?.text.split('\n')[(first?.line ?? 0) - 1];
    expect(line).toContain(told);
  });

  test.each([
    ['a comment', 'flows/joining.flow.json', '"version": 1', '"$comment": "More of it.", "version": 1'],
    ['a word', 'locales/en/screens.json', '"Welcome', '"Hello'],
    ['a condition, which its cases hold', 'flows/screens/home.screen.json', "club.level == 'gold'", "club.level != 'gold'"],
  ])('is the same after another of %s', async (_what, path, find, replace) => {
    expect(await differences(edited(path, find, replace))).toEqual([]);
  });
});

describe('the behaviour of a release on generated cases', () => {
  test.each([
    ['forms', 'schemas/forms/person.schema.json', '>= constants.minimumAge', '>= constants.minimumAge + 5'],
    ['tables', 'flows/decisions/entry.decisions.json', "sports.sport == 'chess'", "sports.sport != 'chess'"],
    ['screens', 'flows/screens/home.screen.json', "club.level == 'gold'", "club.level != 'gold'"],
    ['navigation', 'flows/navigation.json', 'device.android &&', '!device.android &&'],
  ])('is otherwise after a change of %s (%s)', async (what, path, find, replace) => {
    const recording = await record(await released(files), registry, { seed: 1, cases: 6 });
    expect(replay(recording, await open(files))).toEqual([]);
    expect(replay(recording, await open(edited(path, find, replace)))).toContainEqual(expect.objectContaining({ what }));
  });
});
