import type { ProductCommand } from '../../engine/cli/index.ts';
import { auditCommand } from './audit.ts';
import { deskCommand } from './desk/desk.ts';
import { jobsCommand } from './jobs.ts';
import { keysCommand } from './keys.ts';
import { ledgerCommand } from './ledger.ts';
import { rewardsCommand } from './rewards.ts';
import { staffCommand } from './staff.ts';

/** Commands of `hakbang` beyond configuration, by their first word. */
export const productCommands: Readonly<Record<string, ProductCommand>> = {
  audit: auditCommand,
  desk: deskCommand,
  jobs: jobsCommand,
  keys: keysCommand,
  ledger: ledgerCommand,
  rewards: rewardsCommand,
  staff: staffCommand,
};
