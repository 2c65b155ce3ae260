import type { Rules } from './rule.ts';

/** What exploring can find, with how severe it is and why it matters. */
export const exploreRules = {
  'step-never-reached': { severity: 'error', title: 'A step that nobody comes to', why: 'No answers put it on the path.' },
  'step-never-done': {
    severity: 'error',
    title: 'A step that is never done',
    why: 'What it waits for cannot come true, so that nobody gets further.',
  },
  'form-never-satisfied': {
    severity: 'error',
    title: 'A form that nobody can answer',
    why: 'No answers pass all of its fields and rules.',
  },
  'case-never-accepted': {
    severity: 'error',
    title: 'A choice that leads nowhere',
    why: 'The form offers it, but no answers with it pass all fields and rules.',
  },
  'rule-never-holds': { severity: 'error', title: 'A rule that fails for everybody', why: 'Whoever is asked what it reads cannot go on.' },
  'rule-never-fails': {
    severity: 'warning',
    title: 'A rule that cannot fail',
    why: 'It says nothing: it is mistaken, or another one covers it.',
  },
  'always-true': { severity: 'warning', title: 'A condition that is always true', why: 'It decides nothing: it is mistaken, or can go.' },
  'never-true': { severity: 'error', title: 'A condition that is never true', why: 'What hangs on it never happens or is never shown.' },
  'row-never-holds': { severity: 'error', title: 'A row that never holds', why: 'No answers make its condition true.' },
  'row-shadowed': {
    severity: 'error',
    title: 'A row that earlier ones cover',
    why: 'Whenever its condition is true, a row above it has matched.',
  },
  'row-same-outcome': { severity: 'info', title: 'A row that changes nothing', why: 'Without it the same would come out.' },
  'state-unreachable': { severity: 'error', title: 'A state that nothing leads to', why: 'From the first state no events come to it.' },
  'state-without-exit': {
    severity: 'error',
    title: 'A state that nothing leaves',
    why: 'It is not final, so what is in it would stay for ever.',
  },
  'state-never-ends': {
    severity: 'warning',
    title: 'A state from which no end is reached',
    why: 'Its events go round and never come to a final state.',
  },
  'navigation-loop': {
    severity: 'error',
    title: 'Navigation that goes round',
    why: 'Each rule leads to the next and back: nothing would be shown.',
  },
  'pattern-not-whole': {
    severity: 'warning',
    title: 'A pattern that looks at a part only',
    why: 'What stands before or after the part may be anything.',
  },
  'text-unbounded': { severity: 'warning', title: 'A text of any length', why: 'Answers are stored, shown and sent on: each has an end.' },
  undecided: {
    severity: 'info',
    title: 'Not decided',
    why: 'The expressions say more than exploring follows; nothing was found within these bounds.',
  },
} as const satisfies Rules;

export type ExploreCode = keyof typeof exploreRules;
