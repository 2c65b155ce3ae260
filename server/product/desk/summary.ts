import type { ApplicationSummary } from '../../contract/staff/applications.ts';
import { maskPhone, phoneVault } from '../../platform/customer/phone.ts';
import type { Deps } from '../../platform/deps.ts';
import { numberOf } from '../application/number.ts';
import type { Application } from '../application/view.ts';

export type SummaryRow = Pick<Application, 'id' | 'customer_id' | 'state' | 'reason' | 'limit_cents' | 'submitted_at'> & {
  phone_sealed: Uint8Array;
};

export function summaryOf({ settings }: Pick<Deps, 'settings'>, row: SummaryRow): ApplicationSummary {
  return {
    id: row.id,
    number: numberOf(row.id),
    customerId: row.customer_id,
    // A deleted account no longer has a phone number.
    phone: row.phone_sealed.length > 0 ? maskPhone(phoneVault(settings.keyring).open(row.phone_sealed)) : '',
    state: row.state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.limit_cents === null ? {} : { limitCents: row.limit_cents }),
    submittedAt: row.submitted_at.toISOString(),
  };
}
