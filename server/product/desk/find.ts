import { sql, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely';
import type { Found, FoundCustomer, SearchKind } from '../../contract/staff/customers.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { idEndOf } from '../application/number.ts';
import { audit } from '../../platform/audit/audit.ts';
import { maskPhone, phoneVault, readPhone } from '../../platform/customer/phone.ts';
import { countryServed } from '../../platform/loginPolicy/policy.ts';
import { orderNumberOf } from '../withdrawal/orderNumber.ts';
import { summaryOf } from './summary.ts';
import { loansOf } from './loans.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';

const maxFound = 20;
const applicationsShown = 5;
/** The form that asks for the name. */
const [nameFlow, nameForm] = ['onboarding', 'identity'] as const;
const nameFields = ['firstName', 'middleName', 'lastName'] as const;

type Where = (eb: ExpressionBuilder<Database, 'customers'>) => Expression<SqlBool>;

/** A parsed search text and the customers it matches. */
interface Search {
  by: SearchKind;
  where: Where;
}

/**
 * Finds customers by the number of an application or a loan, their phone number, or the beginning of their name. Looks phone numbers up by
 * their blind index. Finds names only if no form marks them as sensitive, because sensitive answers are sealed. The audit log records who
 * searched and for what kind of text, but not the text.
 */
export async function findCustomers(deps: Deps, staff: StaffSession, text: string): Promise<Found> {
  const { by, where } = searchOf(deps, text.trim());
  const rows = await deps.db
    .selectFrom('customers')
    .select(['customers.id', 'phone_sealed'])
    .where('deleted_at', 'is', null)
    .where(where)
    .orderBy('customers.id', 'desc')
    .limit(maxFound + 1)
    .execute();
  const customers = await Promise.all(rows.slice(0, maxFound).map((row) => foundCustomer(deps, row)));
  const detail = { by, found: customers.length };
  await deps.db
    .transaction()
    .execute((tx) => audit(tx, deps, { actor: staff.actor, action: 'customers.searched', subject: 'customers', detail }));
  return { by, customers, more: rows.length > maxFound };
}

function searchOf(deps: Deps, text: string): Search {
  const idEnd = idEndOf(text);
  if (idEnd !== undefined) return { by: 'applicationNumber', where: byApplication(idEnd) };
  const order = orderNumberOf(text);
  if (order !== undefined) return { by: 'orderNumber', where: byOrder(order) };
  const phone = readPhone(text, countryServed(deps));
  if (phone) return { by: 'phone', where: (eb) => eb('phone_digest', 'in', phoneVault(deps.settings.keyring).lookup(phone)) };
  return { by: 'name', where: byName(text) };
}

const byApplication =
  (idEnd: string): Where =>
  (eb) =>
    eb(
      'customers.id',
      'in',
      eb
        .selectFrom('applications')
        .select('customer_id')
        .where(sql`right(applications.id, 8)`, '=', idEnd),
    );

const byOrder =
  (order: string): Where =>
  (eb) =>
    eb('customers.id', 'in', eb.selectFrom('loans').select('customer_id').where('order_number', '=', order));

/** Each word must begin the first, middle or last name. */
const byName =
  (text: string): Where =>
  (eb) => {
    const words = text.split(/\s+/);
    const parts = nameFields.map((field) => sql<string>`lower(answers -> ${sql.lit(nameForm)} ->> ${sql.lit(field)})`);
    const begins = (word: string) => eb.or(parts.map((part) => sql<SqlBool>`starts_with(${part}, lower(${word}))`));
    const named = eb
      .selectFrom('flow_states')
      .select('customer_id')
      .where('flow', '=', nameFlow)
      .where(eb.and(words.map(begins)));
    return eb('customers.id', 'in', named);
  };

/** A customer with name, masked number, applications and loans. A deleted account no longer has a number. */
export async function foundCustomer(
  deps: Deps,
  { id, phone_sealed: sealed }: { id: string; phone_sealed: Uint8Array },
): Promise<FoundCustomer> {
  const applications = await deps.db
    .selectFrom('applications')
    .select(['id', 'customer_id', 'state', 'reason', 'limit_cents', 'submitted_at'])
    .where('customer_id', '=', id)
    .orderBy('id', 'desc')
    .limit(applicationsShown)
    .execute();
  return {
    customerId: id,
    name: await nameOf(deps, id),
    phone: sealed.length > 0 ? maskPhone(phoneVault(deps.settings.keyring).open(sealed)) : '',
    applications: applications.map((row) => summaryOf(deps, { ...row, phone_sealed: sealed })),
    loans: await loansOf(deps, id),
  };
}

/** The name as the customer gave it; empty if it is sealed or erased. */
export async function nameOf({ db }: Deps, customerId: string): Promise<string> {
  const row = await db
    .selectFrom('flow_states')
    .select('answers')
    .where('customer_id', '=', customerId)
    .where('flow', '=', nameFlow)
    .executeTakeFirst();
  const given = row?.answers[nameForm] ?? {};
  return nameFields.flatMap((field) => (typeof given[field] === 'string' ? [given[field]] : [])).join(' ');
}
