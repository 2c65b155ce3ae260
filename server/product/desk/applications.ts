import type { Deps } from '../../platform/deps.ts';
import { pageOf, pageSize } from '../../platform/page.ts';
import { summaryOf } from './summary.ts';

const summaryColumns = ['applications.id', 'customer_id', 'state', 'reason', 'limit_cents', 'submitted_at', 'phone_sealed'] as const;

/** Applications, newest first, `pageSize` at a time. */
export async function listApplications(deps: Deps, { state, before }: { state?: string; before?: string }) {
  let query = deps.db
    .selectFrom('applications')
    .innerJoin('customers', 'customers.id', 'applications.customer_id')
    .select(summaryColumns)
    .orderBy('applications.id', 'desc')
    .limit(pageSize + 1);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== undefined) query = query.where('applications.id', '<', before);
  const { shown, more } = pageOf(await query.execute());
  return { applications: shown.map((row) => summaryOf(deps, row)), ...more };
}
