import type { Registry } from '../../engine/config/definitions.ts';
import { genericDefinitions } from '../../src/app/definitions.ts';
import { loginSession } from '../../src/app/namespaces.ts';
import type { StaffOperation } from '../contract/staff/operation.ts';
import { object } from '../../engine/config/object.ts';
import { type Area, compilerDefinitions } from './area.ts';
import { loginKind } from './loginPolicy/policy.ts';
import { loginRules } from './loginPolicy/rules.ts';
import { messageRules } from './messages/rules.ts';
import { smsRules } from './notifications/rules.ts';
import { type ContactHours, smsKind } from './notifications/kind.ts';
import { rolesKind } from './staff/roles.ts';
import { roleRules } from './staff/rules.ts';
import { templatesKind } from './templates/kind.ts';
import { templateRules } from './templates/rules.ts';
import { supportKind } from './support/kind.ts';
import { supportRules } from './support/rules.ts';

export { operationsOf } from '../contract/operation.ts';
export { platformOperations } from '../contract/platformOperations.ts';
export { platformStaffOperations } from '../contract/staff/platformOperations.ts';

export interface OwnDefinitions {
  /** All areas, including those of the platform. */
  areas: readonly Area[];
  operations: Registry['operations'];
  /** Operations of staff. Unless another application has flows/roles.json, this one must have it. */
  staffOperations?: Readonly<Record<string, StaffOperation>>;
  /** Namespaces of expressions beyond the session, the device and the route. */
  namespaces: Registry['namespaces'];
  palettes: NonNullable<Registry['palettes']>;
  /** Hours of the day in which the law allows contacting a customer. */
  contactHours: ContactHours;
  /** Life cycles with at most one open subject per customer. */
  oneOpen: readonly string[];
}

/** The registry of a product that adds operations and life cycles, but no block, widget or kind of configuration. */
export function registryOf({ areas, operations, staffOperations, namespaces, palettes, contactHours, oneOpen }: OwnDefinitions): Registry {
  const { effects, lookups, refusals, texts, needs, events, unsent, outcomes } = compilerDefinitions(areas);
  return {
    ...genericDefinitions,
    namespaces: { ...genericDefinitions.namespaces, session: object(loginSession), ...namespaces },
    palettes,
    operations,
    effects,
    lookups,
    refusals,
    needs,
    events,
    unsent,
    outcomes,
    oneOpen,
    kinds: {
      login: loginKind,
      support: supportKind,
      templates: templatesKind,
      sms: smsKind(contactHours, Object.keys(texts)),
      ...(staffOperations && { roles: rolesKind(staffOperations) }),
    },
    rules: { ...loginRules, ...supportRules, ...messageRules, ...smsRules, ...templateRules, ...roleRules },
    spokenTexts: Object.fromEntries(Object.entries(texts).map(([key, fills]) => [`server.${key}`, fills])),
  };
}
