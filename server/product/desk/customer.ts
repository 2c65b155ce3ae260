import type { CustomerPage } from '../../contract/staff/customers.ts';
import { audit } from '../../platform/audit/audit.ts';
import { unlockNumber } from '../../platform/auth/unlock.ts';
import { maskPhone, phoneVault } from '../../platform/customer/phone.ts';
import { viewerOf } from '../../platform/customer/viewer.ts';
import type { Deps } from '../../platform/deps.ts';
import { acceptedDocuments } from '../../platform/documents/accepted.ts';
import { noticeView } from '../../platform/messages/view.ts';
import { fail } from '../../platform/problem.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { workAbout } from '../../platform/work/claim.ts';
import { notesAbout } from '../../platform/work/notes.ts';
import { todayOf } from '../../platform/time.ts';
import { enumLabels } from '../../platform/release/enumLabels.ts';
import { accountWords } from '../agreements/values.ts';
import { wordingOf } from '../agreements/wording.ts';
import { couponsOf, couponView } from '../coupons/view.ts';
import { accountView, activeAccount } from '../payoutAccount/accounts.ts';
import { requestView } from '../retention/deletion.ts';
import { accountCorrectionOf } from './accountSendBack.ts';
import { foundCustomer } from './find.ts';

const messagesShown = 50;
const devicesShown = 20;
const staffLanguage = 'en';

/** Everything about one customer. Audits the access. */
export async function openCustomer(deps: Deps, staff: StaffSession, customerId: string): Promise<CustomerPage> {
  const { actor } = staff;
  const { db } = deps;
  const row = await db
    .selectFrom('customers')
    .select(['id', 'phone_sealed', 'language', 'created_at', 'deleted_at'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!row) return fail('notFound');
  const found = await foundCustomer(deps, row);
  const [coupons, documents, devices, sessions, deletion, failedCodes] = await Promise.all([
    couponsOf(db, customerId),
    acceptedDocuments(deps, customerId, staffLanguage),
    devicesOf(deps, customerId),
    openSessions(deps, customerId),
    db.selectFrom('deletion_requests').selectAll().where('customer_id', '=', customerId).orderBy('requested_at', 'desc').executeTakeFirst(),
    failedCodesOf(deps, row.phone_sealed),
  ]);
  const { couponType = {} } = await enumLabels(deps.releases.active(), staffLanguage);
  await db
    .transaction()
    .execute((tx) => audit(tx, deps, { actor, action: 'customer.opened', subject: `customer:${customerId}`, detail: {} }));
  return {
    ...found,
    language: row.language,
    registeredAt: row.created_at.toISOString(),
    isDeleted: row.deleted_at !== null,
    failedCodes,
    payments: await paymentsOf(deps, customerId),
    work: await workAbout(deps, staff, customerId),
    notes: await notesAbout(deps, staff, customerId),
    ...(await accountOf(deps, customerId, row.deleted_at !== null)),
    accountCorrection: await accountCorrectionOf(deps, customerId),
    coupons: coupons.map((coupon) => ({ ...couponView(coupon, todayOf(deps)), title: couponType[coupon.type] ?? coupon.type })),
    // The key of a deleted account may be destroyed, which makes its messages unreadable.
    messages: row.deleted_at ? [] : await messagesTo(deps, customerId, row.language),
    documents,
    devices,
    sessions,
    ...(deletion && { deletion: requestView(deletion) }),
  };
}

/** Collections of all the customer's loans, newest first. */
async function paymentsOf({ db }: Deps, customerId: string): Promise<CustomerPage['payments']> {
  const rows = await db
    .selectFrom('repayments')
    .innerJoin('loans', 'loans.id', 'repayments.loan_id')
    .select(['repayments.id', 'loan_id', 'order_number', 'kind', 'repayments.state', 'amount_cents', 'paid_cents', 'repayments.created_at'])
    .where('repayments.customer_id', '=', customerId)
    .orderBy('repayments.created_at', 'desc')
    .limit(messagesShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    loanId: row.loan_id,
    orderNumber: row.order_number,
    kind: row.kind,
    state: row.state,
    amountCents: row.amount_cents,
    ...(row.paid_cents === null ? {} : { paidCents: row.paid_cents }),
    at: row.created_at.toISOString(),
  }));
}

/** The account that payouts go to now. */
async function accountOf(deps: Deps, customerId: string, isDeleted: boolean): Promise<Pick<CustomerPage, 'account'>> {
  const row = isDeleted ? undefined : await activeAccount(deps.db, customerId);
  if (!row) return {};
  const { vault } = await viewerOf(deps, customerId);
  const words = await wordingOf(deps, deps.releases.active(), staffLanguage);
  return { account: accountWords(accountView(vault, row), words) };
}

/** Notices in the customer's own language, newest first. */
async function messagesTo(deps: Deps, customerId: string, language: string) {
  const { vault } = await viewerOf(deps, customerId);
  const rows = await deps.db
    .selectFrom('messages')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(messagesShown)
    .execute();
  return rows.map((each) => noticeView(deps, vault, language, each));
}

async function devicesOf({ db }: Deps, customerId: string): Promise<CustomerPage['devices']> {
  const rows = await db
    .selectFrom('customer_devices')
    .select(['device_hash', 'first_used_at', 'last_used_at'])
    .where('customer_id', '=', customerId)
    .orderBy('last_used_at', 'desc')
    .limit(devicesShown)
    .execute();
  const hashes = rows.map(({ device_hash: hash }) => hash);
  const shared = await db
    .selectFrom('customer_devices')
    .select((eb) => ['device_hash', eb.fn.count<number>('customer_id').as('customers')])
    .where('device_hash', 'in', hashes.length > 0 ? hashes : [Buffer.alloc(0)])
    .groupBy('device_hash')
    .execute();
  const customersOf = new Map(shared.map(({ device_hash: hash, customers }) => [Buffer.from(hash).toString('hex'), customers]));
  return rows.map((row) => {
    const hash = Buffer.from(row.device_hash).toString('hex');
    return {
      id: hash.slice(0, 8),
      firstUsedAt: row.first_used_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      otherCustomers: (customersOf.get(hash) ?? 1) - 1,
    };
  });
}

async function openSessions({ db, clock }: Deps, customerId: string): Promise<CustomerPage['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at', 'last_seen_at'])
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .orderBy('last_seen_at', 'desc')
    .limit(devicesShown)
    .execute();
  return rows.map((row) => ({ startedAt: row.created_at.toISOString(), lastSeenAt: row.last_seen_at.toISOString() }));
}

/** Number of wrong codes that count against the customer's phone number. */
async function failedCodesOf(deps: Deps, sealed: Uint8Array): Promise<number> {
  if (sealed.length === 0) return 0;
  const vault = phoneVault(deps.settings.keyring);
  const { failures } = await deps.db
    .selectFrom('login_numbers')
    .select((eb) => eb.fn.max('failures').as('failures'))
    .where('phone_digest', 'in', vault.lookup(vault.open(sealed)))
    .executeTakeFirstOrThrow();
  return failures ?? 0;
}

interface CustomerAction {
  customerId: string;
  reason: string;
}

/** Logs a customer out everywhere. Returns how many sessions ended. */
export const endCustomerSessions = (deps: Deps, { actor }: StaffSession, { customerId, reason }: CustomerAction) =>
  deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ ended_at: deps.clock.now() })
      .where('customer_id', '=', customerId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    const ended = Number(numUpdatedRows);
    await audit(tx, deps, { actor, action: 'customer.sessionsEnded', subject: `customer:${customerId}`, detail: { reason, ended } });
    return { ended };
  });

/** Sets the language of SMS, messages and documents at the customer's request. */
export const changeCustomerLanguage = (
  deps: Deps,
  { actor }: StaffSession,
  { customerId, reason, language }: CustomerAction & { language: string },
) =>
  deps.db.transaction().execute(async (tx) => {
    const { offered } = deps.releases.active().manifest.settings.languages;
    if (!offered.some(({ code }) => code === language)) {
      fail('invalidAnswers', {
        problems: [{ code: 'enum', path: '/language', params: { known: offered.map(({ code }) => code).join(', ') } }],
      });
    }
    const changed = await tx
      .updateTable('customers')
      .set({ language })
      .where('id', '=', customerId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) fail('notFound');
    await audit(tx, deps, { actor, action: 'customer.languageChanged', subject: `customer:${customerId}`, detail: { reason, language } });
    return { language };
  });

/** Unlocks the customer's number, after customer service has identified the caller. */
export async function unlockCustomer(
  deps: Deps,
  { actor }: StaffSession,
  { customerId, reason }: CustomerAction,
): Promise<{ found: boolean }> {
  const row = await deps.db
    .selectFrom('customers')
    .select('phone_sealed')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return fail('notFound');
  const number = phoneVault(deps.settings.keyring).open(row.phone_sealed);
  return deps.db.transaction().execute(async (tx) => {
    const found = await unlockNumber({ settings: deps.settings, db: tx }, number);
    await audit(tx, deps, {
      actor,
      action: 'number.unlocked',
      subject: `customer:${customerId}`,
      detail: { reason, found, number: maskPhone(number) },
    });
    return { found };
  });
}
