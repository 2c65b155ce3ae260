import type { JobHandler } from '../jobs/types.ts';
import { sweepRefusals } from './refusals.ts';

export const sweepInvitations: JobHandler = {
  kind: 'invitations.sweep',
  everySeconds: 3600,
  maxAttempts: 3,
  run: sweepRefusals,
};
