import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { areas } from '../../server/areas.ts';
import { connectPostgres, embeddedDb } from '../../server/platform/db/connect.ts';
import { migrate, migrationsOf } from '../../server/platform/db/migrate.ts';
import type { Deps } from '../../server/platform/deps.ts';
import type { StaffSession } from '../../server/platform/staff/sessions.ts';
import { claimNext } from '../../server/platform/work/claim.ts';
import type { Queues } from '../../server/platform/work/kind.ts';
import { countQueues, listWork } from '../../server/platform/work/queues.ts';
import type { Effort } from '../main.ts';
import { atMost, type Figure } from '../report.ts';
import { median } from '../statistics.ts';

const items = 100_000;
const goalMs = 50;

/** Open items of five kinds, one in a hundred with a tag, claimed by the one person or put off. */
const fill = `insert into work_items (id, kind, subject, number, opened_at, due_at, tags, claimed_by, claimed_until, snoozed_by, snoozed_until)
  select lpad(n::text, 12, '0'), (array['referred', 'referred', 'referred', 'refill', 'heldMoney'])[1 + n % 5], 's' || n, 'A-' || n,
    timestamptz '2026-03-01' + n * interval '3 seconds', timestamptz '2026-03-02' + (n * 7919 % ${items}) * interval '3 seconds',
    case when n % 100 = 0 then array['vip'] else '{}' end,
    case when n % 100 = 1 then 'me' end, case when n % 100 = 1 then timestamptz '2027-01-01' end,
    case when n % 100 = 2 then 'me' end, case when n % 100 = 2 then timestamptz '2027-01-01' end
  from generate_series(1, ${items}) n`;

const me: StaffSession = {
  tokenHash: new Uint8Array(),
  id: 'me',
  name: 'me',
  role: 'underwriter',
  actor: 'staff:me',
  verifiedAt: null,
  mustEnrol: false,
};

async function prepare(): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const url = process.env['DATABASE_URL'];
  const schema = `bench_${randomBytes(4).toString('hex')}`;
  const { db, close } = url ? await ofPostgres(url, schema) : await embedded();
  await migrate(db, migrationsOf(areas));
  await sql`insert into staff (id, name, role, password_hash, totp_sealed, created_by, created_at)
    values ('me', 'me', 'underwriter', '', '', 'bench', now())`.execute(db);
  await sql.raw(fill).execute(db);
  await sql.raw('analyze work_items').execute(db);
  const queues = JSON.parse(readFileSync(new URL('../../desk/flows/queues.json', import.meta.url), 'utf8')) as Queues;
  const manifest = { other: { queues: { queues } }, settings: { languages: { default: 'en' } } };
  const clock = { now: () => new Date('2026-06-01T00:00:00Z') };
  const release = { manifest };
  const deps = { db, clock, applications: [{ name: 'desk', releases: { active: () => release } }] } as unknown as Deps;
  return { deps, close };
}

async function ofPostgres(url: string, schema: string) {
  const connection = connectPostgres(url, 2, schema);
  await sql`create schema ${sql.id(schema)}`.execute(connection.db);
  const close = async () => {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(connection.db);
    await connection.close();
  };
  return { db: connection.db, close };
}

async function embedded() {
  const pglite = await PGlite.create();
  return { db: embeddedDb(pglite), close: () => pglite.close() };
}

/** Measures pages of a queue with 100,000 open items, without HTTP: the statements and what reads their rows. */
export async function measureQueue({ events }: Effort): Promise<Figure[]> {
  const { deps, close } = await prepare();
  const list = (more: object = {}) => listWork(deps, me, { queue: 'applications', ...more });
  try {
    let deep = (await list()).next ?? '';
    for (let page = 0; page < 200; page += 1) deep = (await list({ page: deep })).next ?? deep;
    const works: [string, () => Promise<unknown>][] = [
      ['first page', () => list()],
      ['page 200', () => list({ page: deep })],
      ['by age, newest first', () => list({ sort: '-openedAt' })],
      ['one tag', () => list({ tag: 'vip' })],
      ['mine', () => list({ who: 'mine' })],
      ['snoozed', () => list({ who: 'snoozed' })],
      ['counts of the queues', () => countQueues(deps, me)],
      ['next item', () => claimNext(deps, me, { queue: 'applications' })],
    ];
    const figures: Figure[] = [];
    for (const [what, work] of works) {
      const ms = await timed(work, events);
      figures.push({ what: `queue of ${items.toLocaleString('en')}: ${what}`, unit: 'ms', hakbang: ms, goal: atMost(goalMs, ms) });
    }
    return figures;
  } finally {
    await close();
  }
}

async function timed(work: () => Promise<unknown>, times: number): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < times + 3; index += 1) {
    const started = performance.now();
    await work();
    if (index >= 3) took.push(performance.now() - started);
  }
  return median(took);
}
