import type { Rules } from './rule.ts';

/** Expressions (CEL): held against the schemas of all that they may read. */
export const expressionRules = {
  'cel-syntax': {
    severity: 'error',
    title: 'The expression is no CEL',
    why: 'It cannot be evaluated. The mark stands where the parser gave up.',
  },
  'unsupported-syntax': {
    severity: 'error',
    title: 'CEL that is not used here',
    why: 'Bytes and unsigned numbers have no place in a configuration: there is one number type, and texts.',
  },
  'unknown-name': {
    severity: 'error',
    title: 'Nothing is called this here',
    why: 'What an expression may read depends on where it stands; the message lists it.',
    fixable: true,
  },
  'unknown-function': {
    severity: 'error',
    title: 'There is no such function',
    why: 'Functions are those of CEL for texts, lists and numbers, and age, daysBetween, addDays, sameName.',
    fixable: true,
  },
  'unknown-condition': {
    severity: 'error',
    title: 'A named condition that does not exist',
    why: '`conditions.<name>` stands for an expression of flows/conditions.json.',
    fixable: true,
  },
  'wrong-arguments': {
    severity: 'error',
    title: 'A function called in a way it is not made for',
    why: 'It would fail for everybody who comes here.',
  },
  'unlike-types': {
    severity: 'error',
    title: 'Values of kinds that do not go together',
    why: 'A text never equals a number, and a number has no length: the result would always be the same, or an error.',
  },
  'never-equal': {
    severity: 'error',
    title: 'A comparison that can never hold',
    why: 'The field takes its values from a list, and this is none of them: what hangs on it would never, or always, happen.',
    fixable: true,
  },
  'wrong-result': {
    severity: 'error',
    title: 'The expression gives another kind of value than is asked for',
    why: 'A condition must be true or false, a tone must be a text.',
  },
  'unguarded-optional': {
    severity: 'error',
    title: 'A value that may be absent is read without asking',
    why: 'Where it is absent the expression fails and what hangs on it is hidden or refused. Ask has() first, or give a value with orValue().',
  },
  'unused-condition': {
    severity: 'warning',
    afterErrors: true,
    title: 'A named condition that nothing uses',
    why: 'Whoever changes it would wait for an effect that never comes.',
    fixable: true,
  },
  'failing-case': {
    severity: 'warning',
    afterErrors: true,
    title: 'An expression that says otherwise than its cases',
    why: 'Cases hold what a condition must say of data that stand for many. Either the expression is wrong, or it was meant: then `hakbang cases` writes them anew.',
  },
  'unknown-case': {
    severity: 'warning',
    afterErrors: true,
    title: 'Cases of an expression that is not there',
    why: 'What they guard was dropped, or is named otherwise: then `hakbang cases` writes them anew.',
  },
} as const satisfies Rules;
