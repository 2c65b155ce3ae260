import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/sms.json. */
export const smsRules = {
  'sms-waits': {
    severity: 'error',
    title: 'A warning waits for the morning',
    why: 'Whoever took over an account would have the night for it.',
  },
  'sms-hours': {
    severity: 'warning',
    title: 'Messages arrive while nobody answers, or wait while somebody would',
    why: 'Messages ask people to call customer care. Send them while it is open. If yours should differ, turn the rule off.',
  },
} as const satisfies Rules;

export type SmsRule = keyof typeof smsRules;
