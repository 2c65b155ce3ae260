import type { Rules } from '../../../engine/config/rules/rule.ts';

/** What the check of flows/content/messages.json can find, beside the rules of days. */
export const messageRules = {
  'duplicate-message': {
    severity: 'error',
    title: 'A notice or an activity stands twice in the message centre',
    why: 'Only the first would be shown.',
  },
} as const satisfies Rules;

export type MessageRule = keyof typeof messageRules;
