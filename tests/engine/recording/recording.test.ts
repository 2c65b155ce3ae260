import { beforeAll, expect, test } from 'vitest';
import { createCompiler, openRelease } from '../../../engine/compiler/index.ts';
import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import { fromFiles, record, replay, toDiagnostics, toFiles } from '../../../engine/recording/index.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';

const compiler = createCompiler(registry);
let files: SourceFile[];
let written: SourceFile[];

async function released(changed: readonly SourceFile[]): Promise<Release> {
  const { release } = await compiler.compile(changed);
  if (!release) throw new Error('The configuration has errors');
  return release;
}

beforeAll(async () => {
  files = clubFiles();
  written = toFiles(await record(await released(files), registry, { seed: 1, cases: 6 }));
});

async function differences(changed: readonly SourceFile[]) {
  const recording = fromFiles((path) => written.find((file) => file.path === path)?.text);
  if (!recording) throw new Error('Nothing was recorded');
  return toDiagnostics(replay(recording, await openRelease(await released(changed))));
}

const edited = (path: string, find: string, replace: string) =>
  files.map((file) => (file.path === path ? { path, text: file.text.replace(find, replace) } : file));

test('a release behaves as was recorded of it', async () => {
  expect(await differences(files)).toEqual([]);
});

test.each([
  ['forms', 'schemas/forms/person.schema.json', '>= constants.minimumAge', '>= constants.minimumAge + 5'],
  ['forms', 'schemas/formats/nick.schema.json', '^[a-z]+$', '^[a-z ]+$'],
  ['tables', 'flows/decisions/entry.decisions.json', "sports.sport == 'chess'", "sports.sport != 'chess'"],
  ['screens', 'flows/screens/home.screen.json', "club.level == 'gold'", "club.level != 'gold'"],
  ['navigation', 'flows/navigation.json', 'device.android &&', '!device.android &&'],
])('another behaviour of %s is told at the line of its case (%s)', async (part, path, find, replace) => {
  const [first] = await differences(edited(path, find, replace));
  expect(first).toMatchObject({ code: 'recorded-otherwise', file: `tests/scenarios/recorded/${part}.json` });
  const line = written.find((file) => file.path === first?.file)?.text.split('\n')[(first?.line ?? 0) - 1];
  expect(line).toContain('"given"');
});

test('a comment changes nothing', async () => {
  expect(await differences(edited('flows/joining.flow.json', '"version": 1', '"$comment": "More of it.", "version": 1'))).toEqual([]);
});
