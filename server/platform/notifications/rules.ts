import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/sms.json. */
export const smsRules = {
  'sms-waits': {
    severity: 'error',
    title: 'A warning waits for the morning',
    why: 'An attacker who took over an account would have the whole night.',
  },
  'sms-hours': {
    severity: 'warning',
    title: 'SMS hours do not match the opening hours of customer care',
    why: 'Messages ask people to call customer care. Send them while it is open. If yours should differ, turn the rule off.',
  },
} as const satisfies Rules;

export type SmsRule = keyof typeof smsRules;
