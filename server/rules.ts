import type { Rules } from '../engine/config/rules/rule.ts';
import { lendingRules } from './lending/kinds/rules.ts';
import { loginRules } from './platform/loginPolicy/rules.ts';
import { messageRules } from './platform/messages/rules.ts';
import { retentionRules } from './product/retention/kind.ts';
import { smsRules } from './platform/notifications/rules.ts';
import { templateRules } from './platform/templates/rules.ts';
import { supportRules } from './platform/support/rules.ts';

/** Rules of the product's kinds, in addition to the engine's rules. */
export const productRules = {
  ...lendingRules,
  ...loginRules,
  ...messageRules,
  ...retentionRules,
  ...smsRules,
  ...supportRules,
  ...templateRules,
} as const satisfies Rules;
