import type { Rules } from './rule.ts';

/**
 * The findings of `explore`. The product still runs with them. `check` already reports what needs no search as an error: conditions, rules,
 * rows and steps with an impossible outcome, and navigation rules that name each other's screens. The rest stays here: whole flows and
 * loops need a search, the search cannot prove that a form or a choice is never accepted, `case-gap` tries each case, and `content-ended`
 * depends on the day.
 */
export const exploreRules = {
  'step-never-reached': {
    severity: 'error',
    lowerable: true,
    title: 'Nobody can reach a step',
    why: 'No combination of answers puts it on the path.',
  },
  'step-never-done': {
    severity: 'error',
    lowerable: true,
    title: 'Nobody can complete a step',
    why: 'Its condition for completion can never be true, so nobody gets past it.',
  },
  'form-never-satisfied': {
    severity: 'error',
    title: 'Nobody can complete a form',
    why: 'No combination of answers satisfies all of its fields and rules.',
  },
  'case-never-accepted': {
    severity: 'error',
    title: 'A choice is never accepted',
    why: 'The form offers it, but no combination of answers with it satisfies all fields and rules.',
  },
  'rule-never-holds': {
    severity: 'error',
    lowerable: true,
    title: 'A rule fails for everybody',
    why: 'Nobody who answers the fields it reads can continue.',
  },
  'rule-never-fails': {
    severity: 'warning',
    title: 'A rule can never fail',
    why: 'It has no effect. Either it has a mistake, or another rule covers it.',
  },
  'always-true': {
    severity: 'error',
    lowerable: true,
    title: 'A condition is always true',
    why: 'It decides nothing. Correct it or remove it.',
  },
  'never-true': {
    severity: 'error',
    lowerable: true,
    title: 'A condition is never true',
    why: 'Whatever depends on it never happens or never appears.',
  },
  'row-never-holds': {
    severity: 'error',
    lowerable: true,
    title: 'A row never matches',
    why: 'No combination of answers makes its condition true.',
  },
  'row-shadowed': {
    severity: 'error',
    lowerable: true,
    title: 'Earlier rows cover a row',
    why: 'Whenever its condition is true, a row above it has already matched.',
  },
  'row-same-outcome': { severity: 'info', title: 'A row changes nothing', why: 'The table gives the same outcome without it.' },
  'navigation-loop': {
    severity: 'error',
    title: 'Navigation rules form a loop',
    why: 'Each rule redirects to the next one, so the app would show nothing.',
  },
  'case-gap': {
    severity: 'warning',
    title: 'No case pins down a condition',
    why: 'With the cases as they are, a near miss of the condition would pass (`>` for `>=`, one state less). `hakbang cases` adds the missing ones; review them.',
  },
  'content-ended': {
    severity: 'warning',
    title: 'An item is no longer shown',
    why: 'Its last day has passed. Correct the days, or remove the item and its texts.',
  },
  undecided: {
    severity: 'info',
    title: 'Not decided',
    why: 'The expressions are too complex for `explore`. It found no problem within its limits.',
  },
} as const satisfies Rules;

export type ExploreCode = keyof typeof exploreRules;
