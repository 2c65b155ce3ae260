import { dayIn } from '../../../engine/config/days.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoanOffer } from '../../../server/contract/offers.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { violations, type Violation } from '../../../server/platform/invariants.ts';
import type { Journey } from '../support/journey.ts';
import { acceptedBorrower, activeLoan, advanceDays, call, consent, prepared, settle, withdrawn } from '../support/lending.ts';
import { sessionFor, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { begun, rowOf } from '../repayments/support.ts';

// Plausible bugs, each planted in the module or table where it would occur. Then people borrow and repay as usual, and the checker must
// name what is broken (safety.md, "The checker must bite"). Without the bug, the same days break nothing.

const planted = vi.hoisted(() => ({ bug: 'none' as string }));

vi.mock(import('../../../server/product/withdrawal/eligibility.ts'), async (load) => {
  const real = await load();
  const withoutCheck: typeof real.eligibilityOf = async (...args) => {
    const { refusal, ...standing } = await real.eligibilityOf(...args);
    return refusal === 'openLoan' ? standing : { ...standing, ...(refusal ? { refusal } : {}) };
  };
  return { ...real, eligibilityOf: (...args) => (planted.bug === 'dropsIndex' ? withoutCheck : real.eligibilityOf)(...args) };
});

vi.mock(import('../../../server/platform/customer/lock.ts'), async (load) => {
  const real = await load();
  const withoutLock: typeof real.lockOwner = (tx, id) =>
    tx.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { ...real, lockOwner: (...args) => (planted.bug === 'lendsToDeleted' ? withoutLock : real.lockOwner)(...args) };
});

vi.mock(import('../../../server/product/ledger/post.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    post: async (tx, deps, journal) => {
      if (planted.bug === 'forgetsGst')
        return real.post(tx, deps, { ...journal, entries: journal.entries.filter(({ account }) => account !== 'liability.gst') });
      const booked = await real.post(tx, deps, journal);
      if (planted.bug === 'skipsDedupe') await real.post(tx, deps, { ...journal, key: `${journal.key}:again` });
      return booked;
    },
  };
});

vi.mock(import('../../../server/lending/journal.ts'), async (load) => {
  const real = await load();
  const throughPesos = (cents: number) => Math.trunc((cents / 100) * 100);
  return {
    ...real,
    journalOf: (...args) => {
      const entries = real.journalOf(...args);
      return planted.bug === 'reckonsInFloats' ? entries.map(({ account, cents }) => ({ account, cents: throughPesos(cents) })) : entries;
    },
  };
});

vi.mock(import('../../../server/platform/time.ts'), async (load) => {
  const real = await load();
  const dayOf: typeof real.dayOf = (deps, moment) => (planted.bug === 'datesInUtc' ? dayIn('UTC', moment) : real.dayOf(deps, moment));
  return { ...real, dayOf, todayOf: (deps) => dayOf(deps, deps.clock.now()) };
});

vi.mock(import('../../../server/product/coupons/hold.ts'), async (load) => {
  const real = await load();
  return { ...real, releaseCoupon: async (...args) => (planted.bug === 'keepsCoupon' ? undefined : real.releaseCoupon(...args)) };
});

vi.mock(import('../../../server/product/repayments/collect/settle.ts'), async (load) => {
  const real = await load();
  return {
    ...real,
    bookSuccess: async (deps, repayment, receipt) =>
      planted.bug === 'ignoresLateMoney' && repayment.state === 'fail' ? undefined : real.bookSuccess(deps, repayment, receipt),
  };
});

interface PlantedBug {
  bug: string;
  is: string;
  /** The invariants that must be named. */
  breaks: Violation['invariant'][];
  /** Setup for the bug, such as removing a constraint. */
  plant?: (server: ProductApp) => Promise<unknown>;
  /** Events that reveal the bug. */
  live: (server: ProductApp, borrower: Journey) => Promise<unknown>;
}

/** Runs statements one after another. A pool would run them in parallel, but the last ones depend on the first. */
async function run(server: ProductApp, ...statements: string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(server.deps.db);
}
const triggersOff = (server: ProductApp) =>
  run(server, 'alter table journals disable trigger user', 'alter table journal_entries disable trigger user');
const dayMs = 24 * 3600 * 1000;
const small = { amountCents: 100_000, termDays: 14 };

const bugs: PlantedBug[] = [
  {
    bug: 'dropsIndex',
    is: 'the index of one open loan is dropped, and a check in code forgotten',
    breaks: ['oneOpenLoan'],
    plant: (server) => run(server, 'drop index loans_one_open'),
    live: async (server, borrower) => {
      await withdrawn(server, borrower, small);
      const another = await call(server, borrower, 'POST', '/api/loans', { productId: 'cashLoan', ...small });
      if (another.statusCode === 200) await consent(server, borrower, another.json());
    },
  },
  {
    bug: 'skipsDedupe',
    is: 'what comes twice is booked twice: the key is not looked at',
    breaks: ['receivablesMatchReplay', 'payoutsMatchStatement'],
    live: (server, borrower) => activeLoan(server, borrower),
  },
  {
    bug: 'reckonsInFloats',
    is: 'money goes through floats: 18.90 pesos are 1,889 centavos',
    breaks: ['journalsBalance'],
    plant: triggersOff,
    live: async (server, borrower) => {
      await activeLoan(server, borrower, { amountCents: 450_000, termDays: 14 });
      await advanceDays(server, 3, borrower);
      await begun(server, borrower);
      await settle(server);
    },
  },
  {
    bug: 'datesInUtc',
    is: 'a day is that of UTC: before eight in the morning a loan begins yesterday',
    breaks: ['daysAreLocal'],
    live: async (server, borrower) => {
      // The next four in the morning in Manila (20:00 UTC), computed without the function that is broken.
      const shiftMs = 20 * 3600 * 1000;
      server.clock.set(new Date((Math.floor((server.clock.now().getTime() - shiftMs) / dayMs) + 1) * dayMs + shiftMs));
      borrower.headers = await sessionFor(server.deps, borrower.customerId);
      await activeLoan(server, borrower);
    },
  },
  {
    bug: 'losesOutboxRow',
    is: 'a row of the outbox is lost: nobody sends the payout',
    breaks: ['nobodyIsForgotten'],
    plant: async ({ deps }) => {
      const enqueue = deps.jobs.enqueue.bind(deps.jobs);
      deps.jobs.enqueue = async (tx, kind, data, options) => kind === 'loans.payout' || enqueue(tx, kind, data, options);
    },
    live: (server, borrower) => withdrawn(server, borrower),
  },
  {
    bug: 'sendsUnderAnotherReference',
    is: 'after a time-out a payout is sent again under another reference',
    breaks: ['payoutsMatchStatement'],
    plant: async ({ deps }) => {
      const port = deps.ports.payout;
      deps.ports.payout = {
        status: (reference) => port.status(reference),
        statement: (from, to) => port.statement(from, to),
        send: async (transfer) => {
          const receipt = await port.send(transfer);
          return receipt.state === 'unknown' ? port.send({ ...transfer, reference: `${transfer.reference}-again` }) : receipt;
        },
      };
    },
    live: async (server, borrower) => {
      server.payout.orders.order('timesOutAfter');
      await withdrawn(server, borrower);
      await settle(server, 60);
    },
  },
  {
    bug: 'keepsCoupon',
    is: 'the coupon of a payout that failed is not given back',
    breaks: ['couponsHaveOperations'],
    live: async (server, borrower) => {
      const [coupon] = (await call(server, borrower, 'GET', '/api/loans/offer')).json<LoanOffer>().coupons;
      server.payout.orders.order('identityPhotoFails');
      await withdrawn(server, borrower, coupon ? { couponId: coupon.id } : {});
      await settle(server);
    },
  },
  {
    bug: 'ignoresLateMoney',
    is: 'money that comes after its repayment had failed is not booked',
    breaks: ['statementsAreBooked'],
    live: async (server, borrower) => {
      await activeLoan(server, borrower);
      server.collection.orders.order('paysLate');
      const { id } = await begun(server, borrower);
      await runDueJobs(server.deps);
      server.clock.set((await rowOf(server, id)).expires_at);
      await runDueJobs(server.deps);
      server.clock.advance(90);
      await server.collection.provider.deliver();
      await runDueJobs(server.deps);
      server.clock.advance(2 * 3600);
      await runDueJobs(server.deps);
    },
  },
  {
    bug: 'lendsToDeleted',
    is: 'a withdrawal does not look whether its account was deleted meanwhile',
    breaks: ['deletedHaveNothing'],
    plant: (server) => run(server, 'drop function refuse_deleted_customer cascade'),
    live: async (server, borrower) => {
      const draft = await prepared(server, borrower);
      const { customerId } = borrower;
      await server.deps.db.updateTable('customers').set({ deleted_at: server.clock.now() }).where('id', '=', customerId).execute();
      await consent(server, borrower, draft);
    },
  },
  {
    bug: 'forgetsGst',
    is: 'a journal without its GST, and the trigger that refuses it is off',
    breaks: ['journalsBalance'],
    plant: triggersOff,
    live: (server, borrower) => activeLoan(server, borrower),
  },
  {
    bug: 'editsAudit',
    is: 'a row of the audit is changed afterwards',
    breaks: ['auditVerifies'],
    plant: (server) =>
      run(
        server,
        'alter table audit_rows disable trigger user',
        `create function edit_audit() returns trigger language plpgsql as $$
          begin new.detail = new.detail || '{"receivedCents": 1}'; return new; end $$`,
        `create trigger edit_audit before insert on audit_rows for each row execute function edit_audit()`,
      ),
    live: (server, borrower) => withdrawn(server, borrower),
  },
];

const files = shippedFiles();
let server: ProductApp;
beforeEach(async () => {
  server = await startProduct({ files });
  server.clock.set(new Date('2026-06-01T01:00:00Z'));
});
afterEach(async () => {
  planted.bug = 'none';
  await server.close();
});

const broken = async () => [...new Set((await violations(server.deps)).map(({ invariant }) => invariant))];

test.each(bugs)('$is: caught', async ({ bug, breaks, plant, live }) => {
  await live(server, await acceptedBorrower(server));
  expect(await broken()).toEqual([]);
  const borrower = await acceptedBorrower(server);
  planted.bug = bug;
  await plant?.(server);
  await live(server, borrower);
  planted.bug = 'none';
  expect(await broken()).toEqual(expect.arrayContaining(breaks));
});
