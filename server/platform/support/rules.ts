import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/support.json. */
export const supportRules = {
  'support-promise': {
    severity: 'error',
    title: 'A text promises a different hotline, address or hour',
    why: 'Texts name them by the constants of flows/settings.json: a customer would call a number that nobody answers, or outside opening hours.',
  },
  'support-hours': {
    severity: 'error',
    title: 'Hours are not possible',
    why: 'A day opens once and closes later on the same day. Otherwise nobody could tell whether customer care is open.',
  },
} as const satisfies Rules;

export type SupportRule = keyof typeof supportRules;
