import { mkdtempSync, readFileSync, existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, runCli, writeSources, type CliDeps, type ReleaseStore } from '../../../engine/cli/index.ts';
import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';

/** An in-memory release table. The newest pointer is last. */
function memoryStore(): ReleaseStore & { pointers: string[] } {
  const releases = new Map<string, Release>();
  const pointers: string[] = [];
  return {
    pointers,
    active: async () => pointers.at(-1),
    async publish(release) {
      releases.set(release.hash, release);
      pointers.push(release.hash);
      return {};
    },
    async rollback(hash = pointers.at(-2)) {
      if (hash === undefined || !releases.has(hash)) return undefined;
      pointers.push(hash);
      return hash;
    },
    pull: async () => releases.get(pointers.at(-1) ?? '')?.sources,
  };
}

async function run(argv: string[], files: readonly SourceFile[] = clubFiles(), store = memoryStore()) {
  const said: string[] = [];
  const written: SourceFile[] = [];
  const deps: CliDeps = {
    registry,
    read: () => files,
    write: (each) => written.push(...each),
    store: async () => store,
    out: (text) => said.push(text),
    error: (text) => said.push(text),
    by: 'test',
  };
  return { code: await runCli(argv, deps), said: said.join('\n'), written, store };
}

function broken(): SourceFile[] {
  return clubFiles().map((file) =>
    file.path === 'flows/joining.flow.json' ? { ...file, text: file.text.replace('"verify"', '"verfy"') } : file,
  );
}

describe('hakbang check', () => {
  test('K05 exits 0 if there is no error', async () => {
    const { code, said } = await run(['check']);
    expect(code).toBe(0);
    expect(said).toMatch(/0 errors, 0 warnings\.$/);
  });

  test('K05 exits 1 with file, line and column, the line itself and what to do', async () => {
    const { code, said } = await run(['check'], broken());
    expect(code).toBe(1);
    expect(said).toMatch(/flows\/joining\.flow\.json:\d+:\d+ error unknown-effect/);
    expect(said).toContain('There is no effect "verfy".');
    expect(said).toMatch(/\d+ \|\s+"check": "verfy",?\n\s+\^/);
    expect(said).toContain('Did you mean "verify"?');
    expect(said).toContain('1 error, ');
  });

  test('K05 writes the same as JSON for machines', async () => {
    const { code, said } = await run(['check', '--format', 'json'], broken());
    expect(code).toBe(1);
    const { diagnostics } = JSON.parse(said) as { diagnostics: object[] };
    expect(diagnostics[0]).toMatchObject({
      code: 'unknown-effect',
      severity: 'error',
      file: 'flows/joining.flow.json',
      pointer: '/steps/1/check',
    });
  });

  test.each([[[]], [['chek']]])('exits 2 with the whole usage for %j', async (argv) => {
    const { code, said } = await run(argv);
    expect(code).toBe(2);
    expect(said).toContain('hakbang <command>');
  });

  test.each([
    ['check'],
    ['diff'],
    ['explore'],
    ['rules'],
    ['new'],
    ['fake'],
    ['schema'],
    ['publish'],
    ['rollback'],
    ['push'],
    ['pull'],
    ['test'],
  ])('tells how %s is used, and does nothing', async (name) => {
    for (const argv of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, said, written, store } = await run(argv);
      expect([argv, code, written, store.pointers]).toEqual([argv, 0, [], []]);
      expect(said).toMatch(new RegExp(`^hakbang ${name}\\b`));
    }
  });

  test('prints help on request and for a mistyped command', async () => {
    for (const argv of [['help'], ['--help'], ['-h']])
      expect(await run(argv)).toMatchObject({ code: 0, said: expect.stringContaining('hakbang <command>') });
    expect((await run(['chek'])).said).toMatch(/There is no command "chek"\. Did you mean "check"\?$/);
    expect(await run(['help', 'dif'])).toMatchObject({ code: 2, said: expect.stringContaining('Did you mean "diff"?') });
  });

  test.each([
    [['check', '--format', 'xml'], '--format must be one of text, json'],
    [['check', '--colour'], "Unknown option '--colour'."],
    [['check', 'twice'], 'Unexpected argument "twice".'],
  ])('exits 2 with what is wrong and the usage of the command for %j', async (argv, message) => {
    const { code, said } = await run(argv);
    expect(code).toBe(2);
    expect(said).toContain(message);
    expect(said).toContain('hakbang check [--format');
  });
});

describe('hakbang publish, rollback, pull', () => {
  test('publishes only a valid configuration', async () => {
    const store = memoryStore();
    expect((await run(['publish'], broken(), store)).code).toBe(1);
    expect(store.pointers).toEqual([]);
    expect((await run(['publish'], clubFiles(), store)).code).toBe(0);
    expect(store.pointers).toHaveLength(1);
  });

  test('rolls back to the previous or a named release', async () => {
    const store = memoryStore();
    expect((await run(['rollback'], clubFiles(), store)).code).toBe(1);
    await run(['publish'], clubFiles(), store);
    const changed = clubFiles().map((file) => ({ ...file, text: file.text.replace('"minimumAge": 12', '"minimumAge": 14') }));
    await run(['publish'], changed, store);
    const [first, second] = store.pointers;
    expect(first).not.toBe(second);
    await run(['rollback'], clubFiles(), store);
    expect(store.pointers.at(-1)).toBe(first);
    await run(['rollback', second ?? ''], clubFiles(), store);
    expect(store.pointers.at(-1)).toBe(second);
    expect((await run(['rollback', 'nowhere'], clubFiles(), store)).code).toBe(1);
  });

  test('pulls the files of the active release', async () => {
    const store = memoryStore();
    expect((await run(['pull'], clubFiles(), store)).code).toBe(1);
    await run(['publish'], clubFiles(), store);
    const { code, written } = await run(['pull'], [], store);
    expect(code).toBe(0);
    expect(written.map(({ path }) => path).sort()).toEqual(
      clubFiles()
        .map(({ path }) => path)
        .sort(),
    );
  });
});

describe('files', () => {
  test('are read as written; replacing removes missing ones; meta-schemas do not count', () => {
    const root = mkdtempSync(join(tmpdir(), 'hakbang-'));
    try {
      writeSources(root, clubFiles());
      writeSources(root, [{ path: 'schemas/meta/form.schema.json', text: '{}' }]);
      expect(readSources(root)).toEqual(clubFiles().toSorted((a, b) => (a.path < b.path ? -1 : 1)));
      const fewer = clubFiles().filter(({ path }) => !path.includes('review'));
      writeSources(root, fewer, { replace: true });
      expect(existsSync(join(root, 'flows/screens/review.screen.json'))).toBe(false);
      expect(readFileSync(join(root, 'schemas/meta/form.schema.json'), 'utf8')).toBe('{}');
      expect(() => writeSources(root, [{ path: 'schemas/../../evil.json', text: '' }])).toThrow('is not a path of a configuration');
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test('hakbang schema writes a meta-schema for each kind, with widgets and blocks', async () => {
    const { written } = await run(['schema']);
    const texts = new Map(written.map(({ path, text }) => [path, text]));
    expect([...texts.keys()]).toContain('schemas/meta/screen.schema.json');
    expect(texts.get('schemas/meta/screen.schema.json')).toContain('"const": "heading"');
    expect(texts.get('schemas/meta/formUi.schema.json')).toContain('"const": "radioCards"');
  });
});

describe('a folder without a configuration', () => {
  test('is reported by check', async () => {
    const { code, said } = await run(['check'], []);
    expect(code).toBe(2);
    expect(said).toContain('Found no configuration');
  });

  test('is filled by pull', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hakbang-pull-'));
    writeSources(folder, clubFiles(), { replace: true });
    expect(readSources(folder).map(({ path }) => path)).toEqual(
      clubFiles()
        .map(({ path }) => path)
        .sort(),
    );
    rmSync(folder, { recursive: true });
  });
});

test('a command of the product gets its arguments and appears in the usage', async () => {
  const said: string[] = [];
  const deps: CliDeps = {
    registry,
    read: () => [],
    write: () => {},
    store: async () => memoryStore(),
    out: (text) => said.push(text),
    error: (text) => said.push(text),
    by: 'test',
    more: async () => ({
      members: { usage: ['members count                counts them'], run: async (args, { out }) => (out(args.join(' ')), 1) },
    }),
  };
  expect(await runCli(['members', 'count', '--all'], deps)).toBe(1);
  expect(said).toEqual(['count --all']);
  expect(await runCli(['members', '--help'], deps)).toBe(0);
  expect(said.at(-1)).toBe('hakbang members count                counts them');
  expect(await runCli(['nope'], deps)).toBe(2);
  expect(said.at(-1)).toContain('members count                counts them');
});
