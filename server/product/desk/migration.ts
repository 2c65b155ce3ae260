import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

const quoted = (prefix: string, id: string) => `'${prefix}-' || upper(substr(${id}, length(${id}) - 7, 4) || '-' || right(${id}, 4))`;

const item = (select: string) =>
  `insert into work_items (id, kind, subject, customer_id, number, opened_at, due_at) select gen_random_uuid()::text, ${select}`;

/** Adds work that was waiting before queues existed. The job `work.deadlines` sets its deadlines. */
const statements = [
  item(`case when exists (select 1 from application_events e where e.application_id = a.id and e.event = 'resubmitted')
      then 'refill' else 'referred' end, a.id, a.customer_id, ${quoted('A', 'a.id')}, a.updated_at, a.updated_at
    from applications a join customers c on c.id = a.customer_id and c.deleted_at is null where a.state = 'referred'`),
  item(`'heldMoney', r.id, r.customer_id, l.order_number, r.paid_at, r.paid_at
    from repayments r join loans l on l.id = r.loan_id join customers c on c.id = r.customer_id and c.deleted_at is null
    where r.mismatch and r.paid_at is not null
      and not exists (select 1 from journals j where j.key in ('released:' || r.reference, 'owed:' || r.reference))`),
  item(`'deletion', d.id, d.customer_id, ${quoted('D', 'd.id')}, d.requested_at, d.requested_at
    from deletion_requests d join customers c on c.id = d.customer_id and c.deleted_at is null where d.state = 'requested'`),
  item(`'cancellation', q.loan_id, q.customer_id, l.order_number, q.requested_at, q.requested_at
    from cancellation_requests q join loans l on l.id = q.loan_id join customers c on c.id = q.customer_id and c.deleted_at is null
    where q.state = 'open' and l.state = 'active'`),
  `update work_items set opened_at = date_trunc('milliseconds', opened_at), due_at = date_trunc('milliseconds', due_at)`,
];

export const waitingWork: Migration = {
  name: '0035b_waitingWork',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
