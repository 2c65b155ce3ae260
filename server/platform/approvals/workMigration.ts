import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

/** Queues the proposals that were pending before proposals became work items. The job `work.deadlines` sets their deadlines. */
export const waitingApprovals: Migration = {
  name: '0039_waitingApprovals',
  up: async (db) => {
    await sql
      .raw(
        `insert into work_items (id, kind, subject, customer_id, number, opened_at, due_at)
          select gen_random_uuid()::text, 'approval', id, customer_id, coalesce(facts ->> 'orderNumber', subject), requested_at, requested_at
          from approvals where state = 'pending'`,
      )
      .execute(db);
  },
};

/** Stops handing makers their own proposals, including those already pending. */
export const proposalsNotForMakers: Migration = {
  name: '0044b_proposalsNotForMakers',
  up: async (db) => {
    await sql
      .raw(
        `update work_items set not_for = requested_by from approvals
          where kind = 'approval' and work_items.subject = approvals.id and state = 'pending' and closed_at is null`,
      )
      .execute(db);
  },
};
