import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, sourcesNamed, writeSources, type CliDeps, type ReleaseStore } from '../../../engine/cli/index.ts';
import { judge, refusalOf } from '../../../engine/cli/judge.ts';
import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import { clubFiles } from '../compiler/fixtures/club.ts';
import { registry } from '../compiler/fixtures/registry.ts';
import { apply, type Edit } from '../diff/edit.ts';

const files = clubFiles();
const edited = (...edits: Edit[]) => edits.reduce(apply, [...files]);
/** Removes the second name: people who gave one have an answer without a field. */
const breaking = edited(
  { file: 'schemas/forms/sports.schema.json', remove: '/properties/nick' },
  { file: 'schemas/forms/sports.schema.json', remove: '/x-rules' },
  { file: 'schemas/forms/sports.ui.json', set: '/order', to: ['sport', 'distance', 'friends'] },
  ...['en', 'fil', 'zh'].map((language): Edit => ({ file: `locales/${language}/forms.json`, remove: '/sports/nick' })),
);
const migrations = (...steps: object[]): SourceFile => ({
  path: 'flows/carryOver.json',
  text: JSON.stringify({ $schema: '../schemas/meta/carryOver.schema.json', migrations: [{ id: 'noNick', steps }] }),
});
const drop = { drop: { form: 'sports', field: 'nick' } };

interface Told {
  policies: (string | undefined)[];
}

const waits = { held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 1, unmet: { 'sports.nick': 1 } };

/** An in-memory release table with one pending draft. */
function memoryStore(): ReleaseStore & Told {
  const releases = new Map<string, Release>();
  const pointers: string[] = [];
  const policies: (string | undefined)[] = [];
  return {
    policies,
    active: async () => pointers.at(-1),
    async publish(release, _by, { policy } = {}) {
      const active = releases.get(pointers.at(-1) ?? '');
      const judged = active && judge({ files: active.sources, hash: active.hash }, { files: release.sources }, { registry });
      const refused = judged && refusalOf(judged, policy);
      const found = judged ? { changes: judged.changes, misfits: judged.misfits, rehearsal: waits } : {};
      if (refused !== undefined) return { ...found, refused };
      releases.set(release.hash, release);
      pointers.push(release.hash);
      policies.push(policy);
      return found;
    },
    async rollback(hash = pointers.at(-2)) {
      if (hash === undefined) return undefined;
      pointers.push(hash);
      return hash;
    },
    pull: async () => releases.get(pointers.at(-1) ?? '')?.sources,
    sources: async (hash) => releases.get(hash)?.sources,
    rehearse: async () => waits,
  };
}

async function run(argv: string[], read: readonly SourceFile[] = files, store = memoryStore(), named?: CliDeps['sourcesNamed']) {
  const said: string[] = [];
  const deps: CliDeps = {
    registry,
    read: () => read,
    write: () => {},
    store: async () => store,
    out: (text) => said.push(text),
    error: (text) => said.push(text),
    by: 'test',
    sourcesNamed: named ?? ((name) => (name === 'old' ? files : undefined)),
  };
  return { code: await runCli(argv, deps), said: said.join('\n'), store };
}

describe('hakbang diff', () => {
  test('reports class, place, reason and affected people, most severe first', async () => {
    const { code, said } = await run(['diff', 'old'], breaking);
    expect(code).toBe(0);
    expect(said).toMatch(
      /^schemas\/forms\/sports\.schema\.json:\d+:\d+ DRAFT-BREAKING field-removed, old version\n {2}sports\.nick was removed/,
    );
    expect(said).toContain('Drafts at or past joining.sports');
    expect(said).toMatch(/1 DRAFT-BREAKING, 1 RULE, 1 LOOK, 3 COPY\.\nChanges that break applications in progress/);
  });

  test('fails on the given classes', async () => {
    expect((await run(['diff', 'old', '--fail-on', 'DRAFT-BREAKING,API-BREAKING'], breaking)).code).toBe(1);
    expect((await run(['diff', 'old', '--fail-on', 'API-BREAKING'], breaking)).code).toBe(0);
    expect((await run(['diff', 'old', '--fail-on', 'WORDS'], breaking)).code).toBe(2);
  });

  test('does not count changes covered by a migration', async () => {
    const { said } = await run(['diff', 'old', '--format', 'json'], [...breaking, migrations(drop)]);
    expect(JSON.parse(said)).toMatchObject({ open: [], changes: [{ class: 'DRAFT-BREAKING', code: 'field-removed' }, {}, {}, {}, {}, {}] });
  });

  test('writes the formats of other tools', async () => {
    const { said } = await run(['diff', 'old', '--format', 'sarif'], breaking);
    expect(JSON.parse(said)).toMatchObject({ version: '2.1.0' });
    expect((await run(['diff', 'old', '--format', 'github'], breaking)).said).toMatch(
      /^::error file=schemas\/forms\/sports\.schema\.json,line=/,
    );
  });

  test('tests the drafts of a database on request', async () => {
    const { said } = await run(['diff', 'old', '--database'], breaking);
    expect(said).toContain('1 stay on their release. Not carried over: sports.nick (1).');
  });

  test('compares with the active release, and reports an unknown name', async () => {
    const { store } = await run(['publish']);
    expect((await run(['diff', 'active'], files, store)).said).toBe('No semantic changes.');
    expect(await run(['diff', 'nowhere'])).toMatchObject({ code: 2 });
    expect(await run(['diff', '0123456789abcdef'])).toMatchObject({ code: 2 });
  });

  test('compares nothing while the configuration has errors, and names them', async () => {
    const broken = edited({ file: 'schemas/forms/sports.schema.json', set: '/type', to: 'objet' });
    const { code, said } = await run(['diff', 'old'], broken);
    expect(code).toBe(1);
    expect(said).toContain('schemas/forms/sports.schema.json:');
    expect(said).toContain('Not compared: the configuration has errors.');
    expect(said).not.toMatch(/removed|DRAFT-BREAKING/);
  });

  test('says nothing about a file that the old configuration had with errors', async () => {
    const before = edited({ file: 'schemas/forms/sports.schema.json', set: '/type', to: 'objet' });
    const { code, said } = await run(['diff', 'before'], files, memoryStore(), () => before);
    expect(code).toBe(0);
    expect(said).not.toContain('sports.schema.json');
  });

  test('reads a git revision without touching the work tree, also in a subfolder', () => {
    const root = mkdtempSync(join(tmpdir(), 'hakbang-diff-'));
    const inside = join(root, 'product');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, stdio: 'pipe' });
    try {
      git('init', '-q');
      writeSources(inside, files);
      git('add', '.');
      git('commit', '-qm', 'one');
      writeSources(inside, breaking, { replace: true });
      const byPath = (each: readonly SourceFile[] = []) => new Map(each.map(({ path, text }) => [path, text]));
      expect(byPath(sourcesNamed(inside, 'git:HEAD'))).toEqual(byPath(files));
      expect(byPath(sourcesNamed(inside, '.'))).toEqual(byPath(breaking));
      expect(sourcesNamed(inside, 'git:nothing')).toBeUndefined();
      expect(sourcesNamed(inside, 'git:--help')).toBeUndefined();
      expect(sourcesNamed(inside, 'elsewhere')).toBeUndefined();
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('hakbang publish', () => {
  test('refuses a release that breaks drafts without a policy', async () => {
    const { store } = await run(['publish']);
    const before = await store.active();
    const refused = await run(['publish'], breaking, store);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('Not published: this release breaks applications in progress.');
    expect(refused.said).toContain('1 stay on their release');
    expect(await store.active()).toBe(before);
  });

  test('accepts a policy on the command line and records it', async () => {
    const { store } = await run(['publish']);
    expect((await run(['publish', '--carry-over', 'pin'], breaking, store)).code).toBe(0);
    expect(store.policies).toEqual([undefined, 'pin']);
    expect((await run(['publish', '--carry-over', 'never'], breaking, store)).code).toBe(2);
  });

  test('accepts a migration that covers the loss, not another one', async () => {
    const { store } = await run(['publish']);
    const other = { askAgain: { form: 'sports', field: 'sport' } };
    expect((await run(['publish'], [...breaking, migrations(other)], store)).code).toBe(1);
    expect((await run(['publish'], [...breaking, migrations(drop)], store)).code).toBe(0);
  });

  test('refuses a migration that reads an answer which the active release does not have, and names its place', async () => {
    const { store } = await run(['publish']);
    const before = await store.active();
    // The new release asks for the age, which the compiler assumes may have existed before.
    const next = [
      { file: 'schemas/forms/sports.schema.json', set: '/properties/age', to: { type: 'integer' } },
      { file: 'schemas/forms/sports.ui.json', set: '/fields/age', to: { 'ui:widget': 'number' } },
      { file: 'schemas/forms/sports.ui.json', set: '/order', to: ['sport', 'distance', 'friends', 'age'] },
      ...['en', 'fil', 'zh'].map((language): Edit => ({
        file: `locales/${language}/forms.json`,
        set: '/sports/age',
        to: { label: 'Age' },
      })),
    ].reduce<SourceFile[]>(apply, breaking);
    const reading = (when: string) => [...next, migrations({ drop: { ...drop.drop, when } })];
    const refused = await run(['publish'], reading('sports.age < 18'), store);
    expect(refused.said).toMatch(/flows\/carryOver\.json:1:\d+ error unknown-field/);
    expect(refused.said).toContain('Not published: a migration reads answers that the active release does not have.');
    expect([refused.code, await store.active()]).toEqual([1, before]);
    expect((await run(['publish'], reading("self.nick == 'x'"), store)).code).toBe(0);
  });

  test('publishes a compatible release without a question; a rollback reports what it reverts', async () => {
    const { store } = await run(['publish']);
    const look = edited({ file: 'flows/settings.json', set: '/theme', to: 2 });
    expect(await run(['publish'], look, store)).toMatchObject({ code: 0, said: expect.stringContaining('1 LOOK.') as string });
    expect(await run(['rollback'], look, store)).toMatchObject({ code: 0, said: expect.stringContaining('1 LOOK.') as string });
  });
});
