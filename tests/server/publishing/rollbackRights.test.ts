import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSources } from '../../../engine/cli/sources.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import type { Approval } from '../../../server/contract/staff/approvals.ts';
import { databaseStore } from '../../../server/platform/operator/databaseStore.ts';
import { type Access, loosened } from '../../../server/platform/publishing/loosening.ts';
import { loosenedDesk } from '../../../server/product/desk/kind.ts';
import { databaseReleases } from '../../../server/platform/release/databaseTable.ts';
import { releaseOf } from '../../support/compiled.ts';
import { root } from '../../support/root.ts';
import { auditRows } from '../support/auditRows.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const roles = (rights: object, held: object) => ({ $schema: '', rights, roles: held }) as Access['roles'];
const studio = (needed: number, folders: object[] = [], by = ['reviewer'], edits: object = {}) =>
  ({ $schema: '', folders: edits, approvals: { by, needed, folders, mostGrowthPercent: 0 } }) as Access['studio'];
const approvals = (...actions: object[]) => ({ $schema: '', expiresAfterHours: 1, actions }) as Access['approvals'];
const queues = (...all: object[]) => ({ queues: all }) as Access['queues'];
const access = (some: Partial<Access>): Access => ({
  roles: undefined,
  approvals: undefined,
  studio: undefined,
  queues: undefined,
  ...some,
});

describe('T13 what a release loosens against another', () => {
  const table = { see: ['a'], change: ['b'] };
  const held = { operation: 'staff.waive', aboveCents: 100, by: ['support'] };
  test.each<[string, Partial<Access>, Partial<Access>, string[]]>([
    ['nothing changed', { roles: roles(table, { admin: ['see'] }) }, { roles: roles(table, { admin: ['see'] }) }, []],
    ['a role loses a right', { roles: roles(table, { admin: ['see', 'change'] }) }, { roles: roles(table, { admin: ['see'] }) }, []],
    [
      'a role gains a right',
      { roles: roles(table, { admin: ['see'] }) },
      { roles: roles(table, { admin: ['see', 'change'] }) },
      ['"admin" may call b'],
    ],
    [
      'a right gains an operation',
      { roles: roles(table, { admin: ['see'] }) },
      { roles: roles({ ...table, see: ['a', 'c'] }, { admin: ['see'] }) },
      ['"admin" may call c'],
    ],
    [
      'the same operations under other rights',
      { roles: roles(table, { admin: ['see'] }) },
      { roles: roles({ look: ['a'] }, { admin: ['look'] }) },
      [],
    ],
    ['there was no table', {}, { roles: roles(table, { admin: ['see'] }) }, ['"admin" may call a']],
    ['an action is no longer held', { approvals: approvals(held) }, {}, ['staff.waive needs no second person']],
    ['an action is newly held', {}, { approvals: approvals(held) }, []],
    [
      'an amount is higher',
      { approvals: approvals(held) },
      { approvals: approvals({ ...held, aboveCents: 200 }) },
      ['staff.waive needs a second person only above a higher amount'],
    ],
    [
      'an amount appears',
      { approvals: approvals({ ...held, aboveCents: undefined }) },
      { approvals: approvals(held) },
      ['staff.waive needs a second person only above a higher amount'],
    ],
    ['an amount is lower', { approvals: approvals(held) }, { approvals: approvals({ ...held, aboveCents: 0 }) }, []],
    [
      'more may approve',
      { approvals: approvals(held) },
      { approvals: approvals({ ...held, by: ['support', 'admin'] }) },
      ['"admin" may approve staff.waive'],
    ],
    [
      'only what customers ask for',
      { approvals: approvals(held) },
      { approvals: approvals({ ...held, askedBy: 'customer' }) },
      ['staff.waive needs a second person only if asked by customer'],
    ],
    ['fewer reviewers', { studio: studio(2) }, { studio: studio(1) }, ['fewer people must approve a change']],
    [
      'fewer reviewers of a folder',
      { studio: studio(1, [{ under: 'flows/', needed: 3 }]) },
      { studio: studio(2) },
      ['fewer people must approve a change of flows/'],
    ],
    [
      'a folder within a stricter one',
      { studio: studio(1, [{ under: 'flows/', needed: 2 }]) },
      { studio: studio(2, [{ under: 'flows/roles.json', needed: 2 }]) },
      [],
    ],
    ['another role reviews', { studio: studio(1) }, { studio: studio(1, [], ['reviewer', 'editor']) }, ['"editor" may approve changes']],
    [
      'a role edits more',
      { studio: studio(1, [], ['reviewer'], { editor: ['flows/'] }) },
      { studio: studio(1, [], ['reviewer'], { editor: ['flows/content/', 'locales/'] }) },
      ['"editor" may edit locales/'],
    ],
    [
      'a role sees more work',
      { queues: queues({ kinds: ['referred'], roles: ['underwriter'] }) },
      { queues: queues({ kinds: ['referred'], roles: ['underwriter', 'support'] }) },
      ['"support" may do referred work'],
    ],
    [
      'the same work in other queues',
      { queues: queues({ kinds: ['referred', 'refill'], roles: ['underwriter'] }) },
      { queues: queues({ kinds: ['refill'], roles: ['underwriter'] }, { kinds: ['referred'], roles: ['underwriter'] }) },
      [],
    ],
  ])('%s', (_what, now, then, words) => expect(loosened(access(now), access(then))).toEqual(words));
});

describe('T13 what another flows/desk.json loosens', () => {
  const waiver = { caps: { support: { upToCents: 100, sharePercent: 10 } } };
  const writeOff = { afterDaysOverdue: 90, caps: { underwriter: { upToCents: 100 } } };
  const now = { revealsPerHour: 20, waiver, writeOff };
  test.each<[string, Parameters<typeof loosenedDesk>[1], string[]]>([
    ['nothing changed', now, []],
    ['less of everything', { revealsPerHour: 1, waiver: { caps: {} }, writeOff: { afterDaysOverdue: 100, caps: {} } }, []],
    ['more is revealed', { ...now, revealsPerHour: 21 }, ['staff may reveal more in an hour']],
    ['a higher cap', { ...now, waiver: { caps: { support: { upToCents: 101, sharePercent: 10 } } } }, ['"support" may waive more']],
    ['a higher share', { ...now, waiver: { caps: { support: { upToCents: 1, sharePercent: 11 } } } }, ['"support" may waive more']],
    [
      'another role',
      { ...now, writeOff: { ...writeOff, caps: { ...writeOff.caps, support: { upToCents: 1 } } } },
      ['"support" may write more off'],
    ],
    ['an earlier write-off', { ...now, writeOff: { ...writeOff, afterDaysOverdue: 89 } }, ['loans may be written off earlier']],
  ])('%s', (_what, then, words) => expect(loosenedDesk(now, then)).toEqual(words));
});

let server: ProductApp;
let [amy, ben]: StaffMember[] = [];
let [lax, strict] = ['', ''];

const desk = (): readonly SourceFile[] => readSources(join(root, 'desk'));
/** An older desk, in which support may also write loans off. */
const laxFiles = (files: readonly SourceFile[]) =>
  files.map((file) =>
    file.path === 'flows/roles.json' ? { ...file, text: file.text.replace('"support": [', '"support": [\n      "seeReveals",') } : file,
  );

beforeAll(async () => {
  server = await startStudio(undefined, laxFiles);
  [amy, ben] = [await staffMember(server, 'admin', 'amy'), await staffMember(server, 'admin', 'ben')];
  const table = databaseReleases(server.deps.db, { application: 'desk' });
  lax = (await table.activeHash()) ?? '';
  const release = await releaseOf(desk(), deskRegistry);
  strict = release.hash;
  await table.save(release, 'test');
  await table.activate(strict, 'test', 'publish');
  await refresh();
}, 120_000);
afterAll(() => server.close());

const releases = () => server.deps.applications.find(({ name }) => name === 'desk')!.releases;
const refresh = async () => releases().refresh?.();
const back = (who: StaffMember | undefined, hash: string, from: string) =>
  who!.call('POST', `/api/staff/studio/releases/${hash}/rollback`, { application: 'desk', from, reason: 'The new table is wrong.' });
const preview = async (hash: string) =>
  (await amy!.call('GET', `/api/staff/studio/releases/${hash}/rollback?application=desk`)).json<{ loosens: string[] }>().loosens;

const gained = ['"support" may call staff.reveals', '"support" may call staff.exportReveals'];

test('T13 D10 a rollback of the desk that gives a right waits for a second admin; one that takes rights away does not', async () => {
  expect(lax).not.toBe(strict);
  expect(await preview(lax)).toEqual(gained);
  expect((await back(amy, lax, strict)).json()).toEqual({ state: 'pending' });
  expect(releases().active().hash).toBe(strict);
  const waiting = async (who: StaffMember | undefined) =>
    (await who!.call('GET', `/api/staff/approvals?subject=release:${lax}`)).json<{ approvals: Approval[] }>().approvals;
  const [own] = await waiting(amy);
  expect(own).toMatchObject({ operation: 'studio.rollBack', mayDecide: false, facts: { loosens: gained.join('; ') } });
  const body = { decision: 'approved', hash: own!.hash, note: 'The old table was right.' };
  expect((await amy!.call('POST', `/api/staff/approvals/${own!.id}/decisions`, body)).statusCode).toBe(403);
  expect((await ben!.call('POST', `/api/staff/approvals/${own!.id}/decisions`, body)).json()).toEqual({ state: 'approved' });
  expect(releases().active().hash).toBe(lax);
  const rows = await auditRows(server.deps.db).select(['actor', 'detail']).where('action', '=', 'release.rolledBack').execute();
  expect(rows.map(({ actor, detail }) => [actor, (JSON.parse(detail) as { approvedBy: string }).approvedBy])).toEqual([
    [`staff:${amy!.id}`, `staff:${ben!.id}`],
  ]);

  // Going back to fewer rights takes one click.
  expect(await preview(strict)).toEqual([]);
  expect((await back(amy, strict, lax)).json()).toEqual({ state: 'rolledBack' });
  expect(releases().active().hash).toBe(strict);
});

test('T13 a proposal of a rollback is void once another release is active', async () => {
  expect((await back(amy, lax, strict)).json()).toEqual({ state: 'pending' });
  const [shown] = (await ben!.call('GET', `/api/staff/approvals?subject=release:${lax}`)).json<{ approvals: Approval[] }>().approvals;
  const table = databaseReleases(server.deps.db, { application: 'desk' });
  const newer = await releaseOf(
    desk().map((file) =>
      file.path === 'locales/en/errors.json' ? { ...file, text: file.text.replace('Try again', 'Try once more') } : file,
    ),
    deskRegistry,
  );
  await table.save(newer, 'test');
  await table.activate(newer.hash, 'test', 'publish');
  await refresh();
  const body = { decision: 'approved', hash: shown!.hash, note: 'The old table was right.' };
  expect((await ben!.call('POST', `/api/staff/approvals/${shown!.id}/decisions`, body)).statusCode).toBe(409);
  expect(releases().active().hash).toBe(newer.hash);
});

test('T13 in production the command line does not return alone to a release that loosens rights', async () => {
  const { db, settings, product } = server.deps;
  const store = (mode: 'production' | 'demo') =>
    databaseStore({ db, settings: { ...settings, mode }, product, registry: deskRegistry }, { application: 'desk' });
  await expect(store('production').rollback(lax, 'ops')).rejects.toThrow(`Not rolled back: after it ${gained.join(', ')}.`);
  expect(await store('demo').rollback(lax, 'ops')).toBe(lax);
  expect(await store('production').rollback(strict, 'ops')).toBe(strict);
});
