import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/content/messages.json, apart from those about days. */
export const messageRules = {
  'duplicate-message': {
    severity: 'error',
    title: 'The message centre lists a notice or an activity twice',
    why: 'Only the first would ever appear.',
  },
  'shared-message': {
    severity: 'error',
    title: 'A notice has the title of one event and the text of another',
    why: 'A line was copied, so people read what did not happen.',
  },
} as const satisfies Rules;

export type MessageRule = keyof typeof messageRules;
