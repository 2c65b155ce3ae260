import type { Rules } from '../../../engine/config/rules/rule.ts';

/** Rules that check flows/login.json. */
export const loginRules = {
  'country-code': {
    severity: 'error',
    title: 'The form shows the code of another country',
    why: 'Only numbers of one country log in. People would type theirs after a code that is not its own.',
  },
  'unknown-country': {
    severity: 'error',
    title: 'No phone numbers are known for the country of the login',
    why: 'Every number would be refused, so nobody could log in.',
  },
  'code-length': {
    severity: 'error',
    title: 'Server and form use different code lengths',
    why: 'The field could not hold the code or would never be complete, so nobody could log in.',
  },
  'login-order': {
    severity: 'warning',
    title: 'Two limits of the login contradict each other',
    why: 'One of them would never take effect, or people would be locked out before they could do what the other asks.',
  },
  'always-fresh': {
    severity: 'error',
    title: 'The login stays fresh for the whole session',
    why: 'No operation that needs a fresh login would ever require a new code.',
  },
} as const satisfies Rules;

export type LoginRule = keyof typeof loginRules;
