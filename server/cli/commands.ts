import type { ProductCommand } from '../../engine/cli/index.ts';
import { auditCommand } from './audit.ts';
import { jobsCommand } from './jobs.ts';

/** What `hakbang` does beyond the configuration, by the first word. */
export const productCommands: Readonly<Record<string, ProductCommand>> = {
  audit: auditCommand,
  jobs: jobsCommand,
};
