import type { Rules } from './rule.ts';

/** Forms: what is asked, in which order, and what is right. */
export const formRules = {
  'missing-layout': {
    severity: 'error',
    title: 'A form without a layout',
    why: '`<form>.ui.json` says in which order and with which widgets it is asked; without it the form cannot be shown.',
  },
  'missing-in-order': {
    severity: 'error',
    title: 'A field that the order leaves out',
    why: 'It would never be asked; if it is required the form could never be finished. `check --fix` puts it last.',
    fixable: true,
  },
  'wrong-widget': {
    severity: 'error',
    title: 'A widget that cannot ask this type',
    why: 'What it gives would never pass the schema, so that nobody could answer.',
  },
  'refused-late': {
    severity: 'error',
    title: 'A refusal by one answer that its field does not tell',
    why: 'A person would answer every step, and then be refused for something that was certain from the first. A rule of the form says it where it is typed.',
  },
  'wrong-variant': {
    severity: 'error',
    title: 'A variant that does not fit its field',
    why: 'Variants are chosen by a code of another field, and each example of the form must have one that can show it; else a person would see her number drawn wrongly, or without a hint.',
  },
  'misplaced-keyword': {
    severity: 'error',
    title: 'A keyword where it has no effect',
    why: 'x-when belongs to a field of the form, x-rules to the form or the items of a list. Elsewhere they would be ignored.',
  },
  'inline-enum': {
    severity: 'warning',
    title: 'Codes without words',
    why: 'Labels stand with enums (`enums.<id>.<code>`); codes written into a form would be shown as they are. Make an enum in schemas/enums.',
  },
  'reference-circle': {
    severity: 'error',
    title: 'A $ref that leads back to itself',
    why: 'It can never be written out, so that nobody could say what is right.',
  },
  'condition-circle': {
    severity: 'error',
    title: 'Conditions that depend on each other',
    why: 'Whether one holds cannot be told before the other. Conditions look backwards, never in circles.',
  },
  'forward-reference': {
    severity: 'error',
    title: 'An answer is read before it is given',
    why: 'Conditions and rules see what was asked before. Ask it earlier, or look elsewhere.',
  },
  'failing-example': {
    severity: 'error',
    title: 'An example that does not pass',
    why: 'Examples are answers that must be accepted, tried with the very code that browsers and servers run: either the example or the rule is wrong.',
    lowerable: true,
  },
  'invalid-pattern': {
    severity: 'error',
    title: 'A pattern that is no regular expression',
    why: 'No validator can be made of it. Patterns are ECMA-262 with the unicode flag.',
  },
  'unsafe-pattern': {
    severity: 'error',
    title: 'A pattern that a few characters can keep busy for minutes',
    why: 'The browser would freeze and the server with it (ReDoS). Make the repeated parts unlike, or bound the length with maxLength.',
  },
  'empty-range': {
    severity: 'error',
    title: 'Bounds that no value meets',
    why: 'The lower bound lies above the upper one: nobody could ever answer, or nothing could ever be chosen.',
  },
  'wrong-keyword': {
    severity: 'error',
    title: 'A keyword that says nothing about this type',
    why: 'minLength bounds texts, minimum bounds numbers, minItems lists. On another type a keyword is ignored, and anything passes.',
  },
} as const satisfies Rules;
