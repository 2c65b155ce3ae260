import type { Migration } from '../migration.ts';
import { up as core } from './0001_core.ts';
import { up as flows } from './0002_flows.ts';
import { up as jobs } from './0003_jobs.ts';
import { up as staff } from './0005_staff.ts';
import { up as webhooks } from './0006_webhooks.ts';
import { up as service } from './0008_service.ts';
import { up as messages } from './0009_messages.ts';
import { up as carryOver } from './0010_carryOver.ts';
import { up as codeRetries } from './0011_codeRetries.ts';
import { up as installation } from './0012_installation.ts';
import { up as logins } from './0013_logins.ts';
import { up as devices } from './0013b_devices.ts';
import { up as uploadQuotas } from './0014_uploadQuotas.ts';
import { up as deletedCustomers } from './0018_deletedCustomers.ts';
import { up as alarms } from './0020_alarms.ts';
import { up as applications } from './0032_applications.ts';
import { up as roles } from './0037_roles.ts';

/** Migrations of the platform from before areas had their own, and those that concern many areas. */
export const platformMigrations: readonly Migration[] = [
  { name: '0001_core', up: core },
  { name: '0002_flows', up: flows },
  { name: '0003_jobs', up: jobs },
  { name: '0005_staff', up: staff },
  { name: '0006_webhooks', up: webhooks },
  { name: '0008_service', up: service },
  { name: '0009_messages', up: messages },
  { name: '0010_carryOver', up: carryOver },
  { name: '0011_codeRetries', up: codeRetries },
  { name: '0012_installation', up: installation },
  { name: '0013_logins', up: logins },
  { name: '0013b_devices', up: devices },
  { name: '0014_uploadQuotas', up: uploadQuotas },
  { name: '0018_deletedCustomers', up: deletedCustomers },
  { name: '0020_alarms', up: alarms },
  { name: '0032_applications', up: applications },
  { name: '0037_roles', up: roles },
];
