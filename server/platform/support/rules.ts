import type { Rules } from '../../../engine/config/rules/rule.ts';

/** What the check of flows/support.json can find. */
export const supportRules = {
  'support-promise': {
    severity: 'error',
    title: 'A text promises another hotline, address or hour',
    why: 'Texts name them by the constants of flows/settings.json: a customer would call a number that nobody answers, or at an hour when nobody is there.',
  },
  'support-hours': {
    severity: 'error',
    title: 'Hours that cannot be',
    why: 'A day opens once and closes later on the same day; else nobody could say whether customer care is open.',
  },
} as const satisfies Rules;

export type SupportRule = keyof typeof supportRules;
