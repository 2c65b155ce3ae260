import { factorOperations as operations } from '../../contract/staff/factors.ts';
import { runAlone } from '../approvals/approvals.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { resetFactors } from './reset.ts';

function factorReset(app: App): void {
  staffEndpoint(app, operations['staff.resetFactors'], ({ deps, session, input }) => runAlone(deps, session, 'staff.resetFactors', input));
}

/** Resets of lost second factors: one admin requests the reset, and another approves it. */
export const factorResetArea: Area = { name: 'factorReset', routes: [factorReset], approvable: [resetFactors] };
