import type { Rules } from './rule.ts';

/** Forms: fields, order and rules. */
export const formRules = {
  'missing-layout': {
    severity: 'error',
    title: 'A form has no layout',
    why: '`<form>.ui.json` defines the order and the widgets of the fields. The app cannot show the form without it.',
  },
  'missing-in-order': {
    severity: 'error',
    title: 'The order leaves out a field',
    why: 'The app would never ask for it. If it is required, nobody could complete the form. `check --fix` adds it at the end.',
    fixable: true,
  },
  'unclear-choice': {
    severity: 'error',
    title: 'A choice has no discriminator',
    why: 'The code of one property chooses a branch of oneOf. Each branch needs its own code of the same property, and a property that two branches share must be the same in both.',
  },
  'wrong-widget': {
    severity: 'error',
    title: 'A widget does not support the type of its field',
    why: 'Its values would never match the schema, so nobody could answer.',
  },
  'refused-late': {
    severity: 'warning',
    lowerable: true,
    title: 'A single answer causes a refusal, but its field does not say so',
    why: 'A person would complete every step before a refusal that was certain from one answer. Add a rule to the form, so that the field shows the error at once. If only the decision should refuse, for example until a later day, leave it.',
  },
  untypable: {
    severity: 'error',
    title: 'A valid answer cannot be typed',
    why: 'The widget, its mask or a normaliser turns an answer into one that the field refuses, or leaves room for more than it accepts. People could not get past the field.',
  },
  'same-autofill': {
    severity: 'error',
    title: 'Two fields of a form have the same autofill token',
    why: 'A browser fills both with the same value, for example the last name with the first.',
  },
  'unlike-options': {
    severity: 'error',
    title: 'An option differs from that of similar fields',
    why: 'Phone numbers of one pattern have one country code, and photos of one purpose come from one camera. One of the fields was copied or changed by mistake.',
  },
  'wrong-variant': {
    severity: 'error',
    title: 'A variant does not fit its field',
    why: 'A code of another field selects the variant. Every example of the form needs a variant that can show it. Otherwise people would see a number in the wrong format, or no hint.',
  },
  'misplaced-keyword': {
    severity: 'error',
    title: 'A keyword has no effect here',
    why: 'x-when and x-value belong on a property, default and x-transient on a field of the form, and x-rules on the form, an object or the items of a list. The compiler ignores them elsewhere. A computed answer has no default, and its errors belong at the answers that it reads.',
  },
  'narrow-repeat': {
    severity: 'error',
    title: 'A confirmation field refuses an answer that the original field accepts',
    why: 'People enter a valid answer and cannot repeat it, so they never get past the form. Give both the same limits and the same "ui:normalise".',
  },
  'inline-enum': {
    severity: 'warning',
    title: 'Codes have no labels',
    why: 'Only enums have labels (`enums.<id>.<code>`). The app would show codes in a form as they are. Create an enum in schemas/enums.',
  },
  'reference-circle': {
    severity: 'error',
    title: 'A $ref refers to itself',
    why: 'The compiler cannot resolve it.',
  },
  'condition-circle': {
    severity: 'error',
    title: 'Conditions depend on each other',
    why: 'Neither can be evaluated first. A condition can read only earlier fields.',
  },
  'forward-reference': {
    severity: 'error',
    title: 'An expression reads a later answer',
    why: 'Conditions and rules can read only answers that were asked for before. Ask for the answer earlier, or read another one.',
  },
  'exposed-answer': {
    severity: 'error',
    title: 'A computed or repeated answer is less protected than the original',
    why: 'It reveals something about a sealed or masked answer to staff and in logs. Give both the same x-sensitive.',
  },
  'failing-example': {
    severity: 'error',
    title: 'An example is refused',
    why: 'The compiler tries each example with the same code that browsers and servers run. Correct the example or the rule.',
    lowerable: true,
  },
  'bad-default': {
    severity: 'error',
    title: 'A field refuses its own default',
    why: 'Everybody who accepts the proposed answer would see an error.',
  },
  'refused-prefill': {
    severity: 'error',
    title: 'A form refuses a proposed answer',
    why: 'Everybody who accepts the proposed answer would see an error. A withdrawn code cannot be proposed either, because nobody may choose it.',
  },
  'asks-nothing': {
    severity: 'error',
    title: 'A form asks about answers that nothing fills in',
    why: '"askPrefilled" asks whether earlier answers are still right. They come from "prefill" of the block, or from "answersFrom" of the flow.',
  },
  'invalid-pattern': {
    severity: 'error',
    title: 'A pattern is not a valid regular expression',
    why: 'The compiler cannot build a validator from it. Patterns follow ECMA-262 with the unicode flag.',
  },
  'unsafe-pattern': {
    severity: 'error',
    title: 'A pattern is open to denial of service (ReDoS)',
    why: 'A short text can keep it busy for minutes and freeze the browser and the server. Make sure the repeated parts cannot match the same text, or limit the length with maxLength.',
  },
  'empty-range': {
    severity: 'error',
    title: 'No value is within the bounds',
    why: 'The lower bound is above the upper bound, so no answer is valid.',
  },
  'wrong-keyword': {
    severity: 'error',
    title: 'A keyword does not apply to this type',
    why: 'minLength limits text, minimum limits numbers, minItems limits lists. JSON Schema ignores a keyword on another type, so every value is valid.',
  },
  'pattern-not-whole': {
    severity: 'warning',
    afterErrors: true,
    title: 'A pattern checks only a part of the text',
    why: 'It accepts any text before or after that part. Anchor it with ^ and $.',
  },
  'text-unbounded': {
    severity: 'warning',
    afterErrors: true,
    title: 'A text has no maximum length',
    why: 'The server stores, shows and forwards answers. Limit each one with maxLength.',
  },
} as const satisfies Rules;
