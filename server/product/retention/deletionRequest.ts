import type { DeletionStatus } from '../../contract/serviceOperations.ts';
import type { Deps } from '../../platform/deps.ts';
import { limitPerHour } from '../../platform/limits/limitPerHour.ts';
import { requestDeletion } from './deletion.ts';

const requestsPerHour = 5;

export async function deletionStatus({ db }: Pick<Deps, 'db'>, customerId: string): Promise<DeletionStatus> {
  const row = await db
    .selectFrom('deletion_requests')
    .select(['state', 'requested_at', 'closed_at', 'closing_reason'])
    .where('customer_id', '=', customerId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row || row.state === 'done') return { state: 'none' };
  return {
    state: row.state,
    requestedAt: row.requested_at.toISOString(),
    ...(row.closed_at ? { closedAt: row.closed_at.toISOString() } : {}),
    ...(row.closing_reason === null ? {} : { reason: row.closing_reason }),
  };
}

/** Records the request, like a call to customer service (P04). Staff carry it out. Asking twice keeps one request. */
export async function fileDeletionRequest(deps: Deps, customerId: string): Promise<DeletionStatus> {
  await limitPerHour(deps, customerId, 'deletionRequest', requestsPerHour);
  await requestDeletion(deps, `customer:${customerId}`, customerId, 'asked for in the app');
  return deletionStatus(deps, customerId);
}
