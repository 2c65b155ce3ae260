import type { Rules } from '../engine/config/rules/rule.ts';
import { lendingRules } from './lending/kinds/rules.ts';
import { loginRules } from './platform/loginPolicy/rules.ts';
import { messageRules } from './platform/messages/rules.ts';
import { supportRules } from './platform/support/rules.ts';

/** What the checks of the product's kinds can find, beside the engine's rules. */
export const productRules = { ...lendingRules, ...loginRules, ...messageRules, ...supportRules } as const satisfies Rules;
