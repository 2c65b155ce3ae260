import type { Migration } from '../../platform/db/migration.ts';
import { up as reloan } from './0001b_reloan.ts';
import { up as applications } from './0002b_applications.ts';
import { up as lending } from './0004_lending.ts';
import { up as deletions } from './0005b_deletions.ts';
import { up as standing } from './0007_standing.ts';
import { up as originalRules } from './0016_originalRules.ts';
import { up as truth } from './0017_truth.ts';
import { up as deletedCustomers } from './0018b_deletedCustomers.ts';
import { up as openStates } from './0019_openStates.ts';
import { up as timeZone } from './0023_timeZone.ts';

/** Migrations of the cash loan from before each area had its own. */
export const earlierMigrations: readonly Migration[] = [
  { name: '0001b_reloan', splitFrom: '0001_core', up: reloan },
  { name: '0002b_applications', splitFrom: '0002_flows', up: applications },
  { name: '0004_lending', up: lending },
  { name: '0005b_deletions', splitFrom: '0005_staff', up: deletions },
  { name: '0007_standing', up: standing },
  { name: '0016_originalRules', up: originalRules },
  { name: '0017_truth', up: truth },
  { name: '0018b_deletedCustomers', splitFrom: '0018_deletedCustomers', up: deletedCustomers },
  { name: '0019_openStates', up: openStates },
  { name: '0023_timeZone', up: timeZone },
];
