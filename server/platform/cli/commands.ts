import type { ProductCommand } from '../../../engine/cli/index.ts';
import { auditCommand } from './audit.ts';
import { jobsCommand } from './jobs.ts';
import { keysCommand } from './keys.ts';
import { staffCommand } from './staff.ts';

/** Commands of every product, by their first word. */
export const platformCommands: Readonly<Record<string, ProductCommand>> = {
  audit: auditCommand,
  jobs: jobsCommand,
  keys: keysCommand,
  staff: staffCommand,
};
