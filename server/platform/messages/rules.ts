import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Findings of the check of flows/content/messages.json, apart from those about days. */
export const messageRules = {
  'duplicate-message': {
    severity: 'error',
    title: 'The message centre lists a notice or an activity twice',
    why: 'Only the first would ever appear.',
  },
} as const satisfies Rules;

export type MessageRule = keyof typeof messageRules;
