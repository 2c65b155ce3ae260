import type { Static } from 'typebox';
import { accountCorrectionOperations } from './accountCorrections.ts';
import { applicationOperations } from './applications.ts';
import { decisionOperations } from './decisions.ts';
import { traceOperations } from './trace.ts';
import { cancellationOperations } from './cancellations.ts';
import { customerOperations } from './customers.ts';
import { disputeOperations } from './disputes.ts';
import { figureOperations } from './figures.ts';
import { heldOperations } from './held.ts';
import { loanOperations } from './loans.ts';
import { refundOperations } from './refunds.ts';
import { reliefOperations } from './relief.ts';
import { studioTermOperations } from './studioTerms.ts';
import { supportOperations } from './support.ts';
import { platformStaffOperations } from './platformOperations.ts';

/** The staff API. Every operation except `staff.login` requires `Authorization: Bearer <token>`. */
export const staffOperations = {
  ...platformStaffOperations,
  ...applicationOperations,
  ...decisionOperations,
  ...traceOperations,
  ...loanOperations,
  ...cancellationOperations,
  ...heldOperations,
  ...refundOperations,
  ...reliefOperations,
  ...customerOperations,
  ...accountCorrectionOperations,
  ...supportOperations,
  ...disputeOperations,
  ...figureOperations,
  ...studioTermOperations,
};

export type StaffOperations = typeof staffOperations;
export type StaffInput<Id extends keyof StaffOperations> = Static<StaffOperations[Id]['input']>;
