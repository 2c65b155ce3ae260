import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../../engine/cli/index.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { verifyAudit } from '../../../server/platform/audit/verify.ts';
import { databaseStore } from '../../../server/platform/operator/databaseStore.ts';
import { markProduction } from '../../../server/platform/publishing/authority.ts';
import { publishRelease } from '../../../server/platform/publishing/publish.ts';
import { registry } from '../../../server/registry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';

const shipped = shippedFiles();
const variant = (clickGuardMs: number) =>
  edited<{ clickGuardMs: number }>(shipped, 'flows/settings.json', (settings) => void (settings.clickGuardMs = clickGuardMs));

let server: ProductApp;
beforeAll(async () => {
  server = await startProduct({ files: shipped });
});
beforeEach(async () => void (await server.publish(shipped)));
afterAll(() => server.close());

async function hakbang(files: readonly SourceFile[], mode: 'demo' | 'production', ...args: string[]) {
  const said: string[] = [];
  const { db, settings, product, alarms } = server.deps;
  const code = await runCli(args, {
    registry,
    store: async () => databaseStore({ db, settings: { ...settings, mode }, product, registry, alarms }),
    read: () => files,
    write: () => {},
    out: (text) => void said.push(text),
    error: (text) => void said.push(text),
    by: 'maria',
  });
  return { code, said: said.join('\n') };
}
const active = () => server.table.activeHash();
const audited = async (subject: string | undefined) =>
  (
    await sql<{ actor: string; action: string; detail: string }>`
    select actor, action, detail from audit_rows where subject = ${`release:${subject}`} order by id`.execute(server.deps.db)
  ).rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as object }));
const alarms = () => server.deps.db.selectFrom('alarms').select(['kind', 'subject', 'detail']).execute();

test('T12 in production the command line needs an approval of exactly this release, or breaks the glass, audited and with an alarm', async () => {
  const before = await active();
  const refused = await hakbang(variant(1201), 'production', 'publish');
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('has no approval') as string });
  expect(await active()).toBe(before);
  const broken = await hakbang(variant(1201), 'production', 'publish', '--break-glass', 'the form is down');
  expect(broken).toMatchObject({ code: 0 });
  const { hash } = await releaseOf(variant(1201));
  expect(await active()).toBe(hash);
  expect(await audited(hash)).toMatchObject([
    {
      actor: 'shell:maria',
      action: 'release.published',
      detail: { application: 'main', from: before, authority: 'breakGlass', reason: 'the form is down' },
    },
  ]);
  expect(await alarms()).toMatchObject([{ kind: 'publishedWithoutApproval', subject: `release:${hash}`, detail: { by: 'shell:maria' } }]);
});

test('T12 a shell with the settings of a demo is not exempt on a database of production', async () => {
  const { db, settings } = server.deps;
  expect(await hakbang(variant(1202), 'demo', 'publish')).toMatchObject({ code: 0 });
  await markProduction({ db, settings: { ...settings, mode: 'production' } });
  expect(await hakbang(variant(1203), 'demo', 'publish')).toMatchObject({ code: 1 });
  await db.deleteFrom('installation').where('name', '=', 'production').execute();
});

test('T14 the audit chain holds what the command line published and rolled back', async () => {
  const before = await active();
  await hakbang(variant(1204), 'demo', 'publish');
  const { hash } = await releaseOf(variant(1204));
  expect(await hakbang(shipped, 'demo', 'rollback')).toMatchObject({ code: 0 });
  expect(await audited(hash)).toMatchObject([{ actor: 'shell:maria', action: 'release.published', detail: { authority: 'exempt' } }]);
  expect((await audited(before)).at(-1)).toMatchObject({ actor: 'shell:maria', action: 'release.rolledBack', detail: { from: hash } });
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true });
});

test('T13 a rollback goes only to a release that was active in this application', async () => {
  const stored = await releaseOf(variant(1205));
  await server.table.save(stored, 'test');
  const before = await active();
  expect(await hakbang(shipped, 'demo', 'rollback', stored.hash)).toMatchObject({ code: 1 });
  expect(await active()).toBe(before);
});

test('T12 of publishers at the same moment one moves the pointer, and the others are told', async () => {
  const rehearse = async () => ({ held: 0, migrated: 0, askedAgain: 0, restarted: 0, pinned: 0, unmet: {} });
  const before = await active();
  const releases = await Promise.all([1301, 1302, 1303].map((ms) => releaseOf(variant(ms))));
  const results = await Promise.all(
    releases.map((release) =>
      publishRelease(server.deps, { application: 'main', release, by: 'test', authority: { is: 'exempt' }, rehearse }),
    ),
  );
  const moves = await server.deps.db
    .selectFrom('active_releases')
    .select(['hash', 'previous'])
    .where(
      'hash',
      'in',
      releases.map(({ hash }) => hash),
    )
    .execute();
  const done = results.filter(({ refused }) => refused === undefined);
  // The embedded database may run them one after another. Then the later ones build on the earlier ones.
  expect(moves).toHaveLength(done.length);
  expect(done.length).toBeGreaterThan(0);
  const again = await publishRelease(server.deps, {
    application: 'main',
    release: await releaseOf(variant(1304)),
    by: 'test',
    authority: { is: 'exempt' },
    basis: before,
    rehearse,
  });
  expect(again.refused).toMatchObject({ code: 'overtaken' });
});

test('T12 the database refuses a second successor of one release', async () => {
  const { db } = server.deps;
  const hash = (await active()) ?? '';
  const last = await db.selectFrom('active_releases').select('previous').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
  const twin = db
    .insertInto('active_releases')
    .values({ application: 'main', hash, kind: 'publish', moved_by: 'x', previous: last.previous });
  await expect(twin.execute()).rejects.toThrow(/unique|duplicate/);
});
