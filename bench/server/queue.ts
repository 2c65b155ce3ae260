import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import type { Deps } from '../../server/platform/deps.ts';
import type { StaffSession } from '../../server/platform/staff/sessions.ts';
import { claimNext } from '../../server/platform/work/claim.ts';
import type { Queues } from '../../server/platform/work/kind.ts';
import { countQueues, listWork } from '../../server/platform/work/queues.ts';
import type { Effort } from '../main.ts';
import { atMost, type Figure } from '../report.ts';
import { emptyDatabase, medianMs } from './database.ts';

const items = 100_000;
const goalMs = 50;

/** Open items of three kinds. In every hundred, one has a tag, one is claimed and one is snoozed. */
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
  const { db, close } = await emptyDatabase();
  await sql`insert into staff (id, name, role, password_hash, totp_sealed, created_by, created_at)
    values ('me', 'me', 'underwriter', '', '', 'bench', now())`.execute(db);
  await sql.raw(fill).execute(db);
  await sql.raw('analyze work_items').execute(db);
  const queues = JSON.parse(readFileSync(new URL('../../desk/flows/queues.json', import.meta.url), 'utf8')) as Queues;
  const manifest = { other: { queues: { queues } }, settings: { languages: { default: 'en' } } };
  const clock = { now: () => new Date('2026-06-01T00:00:00Z') };
  const release = { manifest };
  const deps = { db, clock, areas: [], applications: [{ name: 'desk', releases: { active: () => release } }] } as unknown as Deps;
  return { deps, close };
}

/** Measures pages of a queue with 100,000 open items, without HTTP: the statements and the code that reads their rows. */
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
      const ms = await medianMs(work, events);
      figures.push({ what: `queue of ${items.toLocaleString('en')}: ${what}`, unit: 'ms', hakbang: ms, goal: atMost(goalMs, ms) });
    }
    return figures;
  } finally {
    await close();
  }
}
