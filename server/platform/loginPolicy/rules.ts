import type { Rules } from '../../../engine/config/rules/rule.ts';

/** What the check of flows/login.json can find. */
export const loginRules = {
  'code-length': {
    severity: 'error',
    title: 'Server and form ask for codes of different length',
    why: 'The code that is sent would not fit into the field, or never fill it: nobody could log in.',
  },
  'always-fresh': {
    severity: 'error',
    title: 'A login that stays fresh as long as it lasts',
    why: 'No operation that needs a fresh login would ever ask for a new code.',
  },
} as const satisfies Rules;

export type LoginRule = keyof typeof loginRules;
