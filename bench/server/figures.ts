import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { chosenTerms, isRefused } from '../../server/lending/index.ts';
import type { Product } from '../../server/lending/kinds/product.ts';
import type { Db } from '../../server/platform/db/database.ts';
import type { Deps } from '../../server/platform/deps.ts';
import { applicationFigures, decisionFigures, referralFigures } from '../../server/product/figures/applications.ts';
import { overdueFigures, payoutFigures, suspenseFigures } from '../../server/product/figures/money.ts';
import { stepSums } from '../../server/platform/stepCounts/figures.ts';
import type { Effort } from '../main.ts';
import { atMost, type Figure } from '../report.ts';
import { emptyDatabase, medianMs } from './database.ts';

const applications = 100_000;
const loans = 50_000;
const goalMs = 100;
const days = 90;
const now = new Date('2026-06-01T04:00:00Z');

/** 90 days of applications, half of them referred and decided, and loans. One loan in twenty is overdue; one payout in thirty failed. */
const fill = (terms: string): readonly string[] => {
  const at = `timestamptz '2026-03-04' + n * interval '77 seconds'`;
  const day = `to_char(date '2026-06-01' - (case when n % 20 = 0 then 31 + n % 60 else n % 14 end), 'YYYY-MM-DD')`;
  const posting = `jsonb_build_object('type', 'disbursed', 'day', ${day}, 'couponCents', 0)`;
  return [
    `insert into customers (id, phone_digest, phone_sealed, language, created_at)
      select 'c' || n, 'd' || n, '', 'en', ${at} from generate_series(1, ${applications}) n`,
    `insert into applications (id, customer_id, flow, release, state, open, snapshot, submitted_at)
      select 'a' || n, 'c' || n, 'onboarding', 'r', (array['accepted', 'accepted', 'rejected', 'referred', 'accepted'])[1 + n % 5], n % 5 <> 2,
        repeat('x', 3000), ${at} from generate_series(1, ${applications}) n`,
    `insert into application_events (application_id, event, from_state, to_state, detail, actor, at)
      select 'a' || n, 'referred', 'underReview', 'referred', jsonb_build_object('reason', (array['student', 'idToConfirm', 'newBusiness'])[1 + n % 3]),
        'underwriting', ${at} from generate_series(1, ${applications}, 2) n`,
    `insert into application_events (application_id, event, from_state, to_state, detail, actor, at)
      select 'a' || n, 'accepted', 'referred', 'accepted', '{}', 'staff:me', ${at} + (n % 48) * interval '1 hour'
        from generate_series(1, ${applications}, 2) n`,
    `insert into loans (id, order_number, customer_id, application_id, state, open, product_id, principal_cents, term_days, terms, disclosure,
        disclosure_hash, nonce, release, received_cents, start_day, created_at, received_at, updated_at)
      select 'l' || n, 'o' || n, 'c' || n, 'a' || n, 'active', true, 'cashLoan', 500000, 30, '${terms}', '{}', '', 'n' || n, 'r', 450000,
        ${day}, ${at}, ${at}, ${at} from generate_series(1, ${loans}) n`,
    `insert into loan_postings (loan_id, sequence, key, kind, day, posting, created_at)
      select 'l' || n, 1, 'p' || n, 'disbursed', ${day}, ${posting}, ${at} from generate_series(1, ${loans}) n`,
    `insert into payout_accounts (id, customer_id, method, institution, sealed, digest, source, created_at)
      values ('x', 'c1', 'bank', 'bank', '', '', 'application', now())`,
    `insert into disbursements (id, loan_id, attempt, reference, account_id, amount_cents, state, paid_at, reason, created_at, updated_at)
      select 'd' || n, 'l' || n, 1, 'r' || n, 'x', 450000, case when n % 30 = 0 then 'failed' else 'paid' end,
        case when n % 30 > 0 then ${at} end, case when n % 30 = 0 then 'account' end, ${at}, ${at} from generate_series(1, ${loans}) n`,
    `insert into repayments (id, loan_id, customer_id, kind, state, reference, due_cents, amount_cents, quoted_day, parts, expires_at, paid_cents,
        paid_at, mismatch, actor, created_at, updated_at)
      select 'p' || n, 'l' || n, 'c' || n, 'full', 'success', 'q' || n, 500000, 500000, '2026-05-01', '{}', ${at}, 490000,
        ${at}, n % 100 = 0, 'borrower', ${at}, ${at} from generate_series(1, ${loans}) n`,
    `insert into step_counts (day, release, language, flow, step, field, event, code, count)
      select date '2026-06-01' - d, 'r', language, 'onboarding', 'step' || step, field, event, '', 7
      from generate_series(0, 89) d, generate_series(1, 10) step, unnest(array['en', 'fil', 'hi']) language,
        unnest(array['reached', 'seen', 'begun', 'left', 'saved', 'refused']) event,
        unnest(array['', 'f1', 'f2', 'f3', 'f4', 'f5']) field`,
  ];
};

async function prepare(): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const { db, close } = await emptyDatabase();
  const product = JSON.parse(
    readFileSync(new URL('../../flows/lending/products/cashLoan.product.json', import.meta.url), 'utf8'),
  ) as Product;
  const terms = chosenTerms(product, { amountCents: 500_000, termDays: 30 }, '2026-03-04');
  if (isRefused(terms)) throw new Error(terms.refused);
  for (const statement of fill(JSON.stringify(terms))) await sql.raw(statement).execute(db);
  await sql.raw('vacuum analyze').execute(db);
  const clock = { now: () => now };
  const manifest = { settings: { timeZone: 'Asia/Manila', languages: { default: 'en' } }, other: {} };
  const release = { hash: 'r', manifest };
  const deps = { db, clock, applications: [], releases: { active: () => release } } as unknown as Deps;
  return { deps, close };
}

/** Recomputes each staff figure, bypassing its one-minute cache and HTTP. */
export async function measureFigures({ events }: Effort): Promise<Figure[]> {
  const { deps, close } = await prepare();
  try {
    const works: [string, (fresh: Deps) => Promise<unknown>][] = [
      ['applications by state', (fresh) => applicationFigures(fresh, { days })],
      ['decision times', (fresh) => decisionFigures(fresh, { days })],
      ['why referred', (fresh) => referralFigures(fresh, { days })],
      ['payouts', (fresh) => payoutFigures(fresh, { days })],
      ['money in suspense', suspenseFigures],
      ['overdue by bucket', overdueFigures],
      ['sums of steps', (fresh) => stepSums(fresh, 'onboarding', days)],
    ];
    const figures: Figure[] = [];
    for (const [what, work] of works) {
      const ms = await medianMs(() => work(withoutMemory(deps)), events);
      figures.push({
        what: `${applications.toLocaleString('en')} applications: ${what}`,
        unit: 'ms',
        hakbang: ms,
        goal: atMost(goalMs, ms),
      });
    }
    return figures;
  } finally {
    await close();
  }
}

/** Figures are cached per database object, so a new proxy starts with an empty cache. */
const withoutMemory = (deps: Deps): Deps => ({ ...deps, db: new Proxy<Db>(deps.db, { get: (db, name) => bound(db, name) }) });

function bound(db: Db, name: string | symbol): unknown {
  const value: unknown = Reflect.get(db, name, db);
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(db) : value;
}
