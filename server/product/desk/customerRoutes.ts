import { staffOperations } from '../../contract/staff/operations.ts';
import type { App } from '../../platform/http/types.ts';
import { endReloan } from '../advance/easyReloan/end.ts';
import { staffEndpoint } from '../../platform/staff/endpoint.ts';
import { findCustomers } from './find.ts';
import { listOwed } from '../repayments/refund.ts';
import { allocateByStaff, listHeld, returnByStaff } from './held.ts';
import { refundByStaff } from './refunds.ts';

/** Customers, actions that only staff may take for them, and money that waits for a decision. */
export function staffCustomers(app: App): void {
  staffEndpoint(app, staffOperations['staff.find'], ({ deps, input, session }) => findCustomers(deps, session, input.text));
  staffEndpoint(app, staffOperations['staff.endEasyReloan'], async ({ deps, input, session }) => {
    await endReloan(deps, session.actor, input);
    return { state: 'off' };
  });
  staffEndpoint(app, staffOperations['staff.heldPayments'], async ({ deps }) => ({ payments: await listHeld(deps) }));
  staffEndpoint(app, staffOperations['staff.allocateHeld'], ({ deps, input, session }) => allocateByStaff(deps, session, input));
  staffEndpoint(app, staffOperations['staff.returnHeld'], ({ deps, input, session }) => returnByStaff(deps, session, input));
  staffEndpoint(app, staffOperations['staff.owedMoney'], async ({ deps }) => ({ loans: await listOwed(deps) }));
  staffEndpoint(app, staffOperations['staff.recordRefund'], ({ deps, input, session }) => refundByStaff(deps, session, input));
}
