import type { Area } from '../area.ts';
import type { Invariant } from '../invariants.ts';
import { noteHead } from './noteHead.ts';
import { verifyAudit } from './verify.ts';

const auditVerifies: Invariant = async ({ db }) => {
  const verdict = await verifyAudit(db);
  return verdict.sound ? [] : [`audit row ${verdict.row} ${verdict.problem}`];
};

export const auditArea: Area = { name: 'audit', jobs: [noteHead], invariants: { auditVerifies } };
