import type { FormAnswers } from '../../engine/config/definitions.ts';
import type { CancellationRequest } from '../../server/contract/staff/cancellations.ts';
import { runDueJobs } from '../../server/platform/jobs/run.ts';
import { addDays } from '../../server/lending/index.ts';
import { startCancellation } from '../../server/product/repayments/cancellation.ts';
import { begun, heldMoney } from '../server/repayments/support.ts';
import { journey, type Journey } from '../server/support/journey.ts';
import { call, currentLoan, ownNumbers, prepared, settle, withdrawn } from '../server/support/lending.ts';
import { edited, newBorrower, sessionFor, shippedFiles, type ProductApp, upload, freshPhoto } from '../server/support/product.ts';
import { freshSupport, staffMember } from '../server/support/staff.ts';
import {
  booked,
  bookingsOf,
  goTo,
  preparedBooking,
  preparedReloan,
  repaid,
  today,
  turnedOn,
  turnOff,
  wait,
} from '../server/support/advance.ts';

/** Somebody on the way to a state. */
export interface Life {
  server: ProductApp;
  who: Journey;
  /** The coupon that the next operation uses. */
  couponId?: string;
}

/** What may stand under `reach` of a row, by its first word; the rest are its arguments. Each is what a borrower, staff or a provider does. */
export const steps: Readonly<Record<string, (life: Life, ...words: string[]) => Promise<unknown>>> = {
  // The application
  fill: async ({ who }, steps = 'all') => {
    if (steps === 'all') return who.walkTo('nowhere', ownNumbers());
    for (let left = Number(steps); left > 0; left -= 1) {
      const step = who.snapshot.position.step;
      if (step)
        await who.save(step.id, step.form === undefined ? {} : { ...(await who.soundAnswers(step.form)), ...ownNumbers()[step.form] });
    }
    return undefined;
  },
  apply: ({ who }, kind = 'accepted') => submit(who, kind),
  decide: async ({ server, who }, decision = '', ...more) => {
    const underwriter = await staffMember(server, 'underwriter');
    const details = decision === 'accepted' ? { limitCents: 700_000 } : { reason: 'manualReview', retryAfterDays: Number(more[0] ?? 12) };
    return ok(
      await underwriter.call('POST', `/api/staff/applications/${await applicationOf(server, who)}/decisions`, { decision, ...details }),
    );
  },
  sendBack: async ({ server, who }, ...fields) => {
    const support = await staffMember(server, 'support');
    const corrections = fields.map((path) => {
      const [form, field, reason = 'photoUnclear'] = path.split('.');
      return { form, field, reason };
    });
    return ok(await support.call('POST', `/api/staff/applications/${await applicationOf(server, who)}/corrections`, { corrections }));
  },
  refillPhoto: async ({ server, who }) => {
    await who.get();
    const { fileId } = (await upload(server, who, 'idPhoto', await freshPhoto())).json<{ fileId: string }>();
    await who.save('identity', { idPhoto: fileId });
    await who.save('review', {});
    return ok(await who.submit());
  },
  refillAccount: async ({ who }) => {
    await who.get();
    await who.save('bank', { ...(await who.soundAnswers('bank')), ...ownNumbers()['bank'] });
    await who.save('review', {});
    return ok(await who.submit());
  },

  // The loan
  /** The money goes to a shop, whose cash is collected. */
  toShop: ({ server, who }) =>
    server.deps.db.updateTable('payout_accounts').set({ method: 'remittance' }).where('customer_id', '=', who.customerId).execute(),
  choose: ({ server, who }, pesos = '5000', days = '30') => prepared(server, who, choiceOf(pesos, days)),
  withdraw: ({ server, who, couponId }, pesos = '5000', days = '30') =>
    withdrawn(server, who, { ...choiceOf(pesos, days), ...(couponId === undefined ? {} : { couponId }) }),
  borrow: async (life, pesos = '5000', days = '30') => {
    await steps['withdraw']?.(life, pesos, days);
    await settle(life.server);
  },
  cancelLoan: async ({ server, who }) => {
    const { id = '' } = await currentLoan(server, who);
    await server.deps.db.transaction().execute((tx) => startCancellation(tx, server.deps, id, 'staff:1'));
    await runDueJobs(server.deps);
  },

  // Payments
  pay: async ({ server, who, couponId }, kind = 'full') => {
    await begun(server, who, { kind: kind as 'full', ...(couponId === undefined ? {} : { couponId }) });
    await runDueJobs(server.deps);
  },
  beginToPay: ({ server, who }, kind = 'full') => begun(server, who, { kind: kind as 'full' }),
  payElse: async ({ server, who }) => {
    const { repayment } = await currentLoan(server, who);
    return ok(await call(server, who, 'POST', `/api/repayments/${repayment?.id}/abandonment`, {}));
  },

  askToCancel: async ({ server, who }) => {
    const { id } = await currentLoan(server, who);
    return ok(await call(server, who, 'POST', `/api/loans/${id}/cancellation-request`, {}));
  },
  declineCancellation: async ({ server, who }) => {
    const { id: loanId } = await currentLoan(server, who);
    const support = await freshSupport(server);
    const { requests } = (await support.call('GET', '/api/staff/cancellation-requests')).json<{ requests: CancellationRequest[] }>();
    const id = requests.find((each) => each.loanId === loanId)?.id;
    ok(await support.call('POST', `/api/staff/cancellation-requests/${id}/refusal`, { reason: 'withdrawn by phone' }));
    await settle(server);
  },
  holdMoney: async ({ server, who }) => heldMoney(server, who),
  refund: async ({ server, who }) => {
    const { id, owedCents: amountCents } = await currentLoan(server, who);
    const support = await freshSupport(server);
    const refund = { amountCents, reference: 'BDO-2026-0311', reason: 'sent by bookkeeping' };
    ok(await support.call('POST', `/api/staff/owed-money/${id}/refund`, refund));
    await runDueJobs(server.deps);
  },

  // Coupons
  pickCoupon: async (life, type = 'welcome') => {
    const row = await life.server.deps.db
      .selectFrom('coupons')
      .select('id')
      .where('customer_id', '=', life.who.customerId)
      .where('type', '=', type)
      .executeTakeFirstOrThrow();
    life.couponId = row.id;
  },

  // Loans agreed to in advance
  book: ({ server, who }, days = '5') => booked(server, who, addDays(today(server), Number(days))),
  prepareBooking: ({ server, who }, days = '5') => preparedBooking(server, who, addDays(today(server), Number(days))),
  prepareReloan: ({ server, who }) => preparedReloan(server, who, { mode: 'automatic' }),
  cancelBooking: async ({ server, who }) => {
    const [booking] = (await bookingsOf(server, who)).coming;
    return ok(await call(server, who, 'POST', `/api/appointments/${booking?.id}/cancellation`, {}));
  },
  reloanOn: ({ server, who }, day = '') =>
    turnedOn(server, who, day === '' ? { mode: 'automatic' } : { mode: 'scheduled', dayOfMonth: Number(day) }),
  reloanOff: async ({ server, who }) => ok(await turnOff(server, who)),
  repay: ({ server, who, couponId }) => repaid(server, who, couponId),

  // Providers, staff and time
  payout: async ({ server }, order = '', times = '1') => server.payout.orders.order(order as 'otherFails', Number(times)),
  collection: async ({ server }, order = '', times = '1') => server.collection.orders.order(order as 'otherFails', Number(times)),
  publish: async ({ server }, change = '') => server.publish(changes[change] ?? unknown(change)),
  seconds: ({ server }, count = '') => settle(server, Number(count)),
  hours: ({ server, who }, count = '') => wait(server, Number(count), who),
  /** Each day on the way has its jobs, at ten in the morning of Manila. */
  days: async ({ server, who }, count = '') => {
    const last = addDays(today(server), Number(count));
    for (let day = addDays(today(server), 1); day <= last; day = addDays(day, 1)) await goTo(server, day);
    who.headers = await sessionFor(server.deps, who.customerId);
  },
};

/** Goes through the steps of a row; answers how many messages had left before the last one. */
export async function live(server: ProductApp, reach: readonly string[]): Promise<{ life: Life; sentBefore: number }> {
  const life: Life = { server, who: await journey(server, await newBorrower(server)) };
  for (const step of reach.slice(0, -1)) {
    await take(life, step);
    await runDueJobs(server.deps);
  }
  const sentBefore = server.sms.outbox.length;
  for (const step of reach.slice(-1)) await take(life, step);
  return { life, sentBefore };
}

async function take(life: Life, step: string): Promise<void> {
  const [name = '', ...words] = step.split(' ');
  await (steps[name] ?? unknown(step))(life, ...words);
}

const unknown = (step: string): never => {
  throw new Error(`Nobody does "${step}": tests/truth/steps.ts has what can be done.`);
};

function ok(answer: { statusCode: number; body: string }): void {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
}

const choiceOf = (pesos: string, days: string) => ({ amountCents: Number(pesos) * 100, termDays: Number(days) });

const student: FormAnswers = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };
const work: Readonly<Record<string, FormAnswers>> = {
  accepted: {},
  referred: student,
  rejected: { jobType: 'unemployed', income: 'under12000' },
};

async function submit(who: Journey, kind: string): Promise<void> {
  await who.walkTo('nowhere', { ...ownNumbers(), work: work[kind] ?? unknown(`apply ${kind}`) });
  ok(await who.submit());
}

const applicationOf = async ({ deps }: ProductApp, { customerId }: Journey): Promise<string> =>
  (
    await deps.db
      .selectFrom('applications')
      .select('id')
      .where('customer_id', '=', customerId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

const changes = {
  worseTerms: edited<{ terms: { termDays: number; parameters?: object }[] }>(
    shippedFiles(),
    'flows/lending/products/cashLoan.product.json',
    ({ terms }) => {
      for (const term of terms) if (term.termDays === 30) term.parameters = { dailyRatePpm: 1900, lateChargeCents: 5001 };
    },
  ),
} as Readonly<Record<string, ReturnType<typeof shippedFiles>>>;
