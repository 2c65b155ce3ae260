import type { Rules } from './rule.ts';

/** CEL expressions, checked against the schemas of the values they read. */
export const expressionRules = {
  'cel-syntax': {
    severity: 'error',
    title: 'The expression is not valid CEL',
    why: 'It cannot be evaluated. The position is where the parser stopped.',
  },
  'unsupported-syntax': {
    severity: 'error',
    title: 'The expression uses unsupported CEL',
    why: 'A configuration has text, whole numbers and decimal numbers. Bytes and unsigned numbers are not supported.',
  },
  'unknown-name': {
    severity: 'error',
    title: 'A name does not exist here',
    why: 'The place of an expression decides what it can read. The message lists the names.',
    fixable: true,
  },
  'unknown-function': {
    severity: 'error',
    title: 'There is no such function',
    why: 'The functions are those of CEL for text, lists and numbers, and age, daysBetween, addDays, sameName.',
    fixable: true,
  },
  'unknown-condition': {
    severity: 'error',
    title: 'A named condition does not exist',
    why: '`conditions.<name>` refers to an expression in flows/conditions.json.',
    fixable: true,
  },
  'wrong-arguments': {
    severity: 'error',
    title: 'A function has the wrong arguments',
    why: 'The call would fail for everybody.',
  },
  'unlike-types': {
    severity: 'error',
    title: 'Values of these types cannot be combined',
    why: 'A text never equals a number, and a number has no length. The result would always be the same, or an error.',
  },
  'mixed-numbers': {
    severity: 'error',
    title: 'Whole and decimal numbers are mixed',
    why: 'CEL divides whole numbers to a whole number: 7 / 2 is 3, and 7.0 / 2.0 is 3.5. By schema, an "integer" is whole and a "number" is decimal. Write 2.0, or convert with double() or int().',
    fixable: true,
  },
  'untyped-number': {
    severity: 'error',
    title: 'Arithmetic with a value of unknown type',
    why: 'CEL computes differently with whole and with decimal numbers, and no schema says which this is. Convert with int() or double().',
  },
  'large-number': {
    severity: 'error',
    title: 'A number is too large to be exact',
    why: 'A number of JSON is exact up to 9007199254740991. A larger one would silently be rounded.',
  },
  'foreign-pattern': {
    severity: 'error',
    title: 'A pattern does not mean the same everywhere',
    why: 'matches() takes the regular expressions of RE2 (google/re2), which have no lookaround and no back references. Browsers and servers must agree on every text.',
  },
  'ambiguous-expression': {
    severity: 'error',
    title: 'The same expression has two meanings in one file',
    why: 'A release compiles each expression of a file once. Here the schemas give whole numbers in one place and decimal numbers in another. Convert with double() in one of them.',
  },
  'never-equal': {
    severity: 'error',
    title: 'A comparison can never be true',
    why: 'The field takes its values from a list that does not contain this one. Whatever depends on the comparison would never, or always, happen.',
    fixable: true,
  },
  'withdrawn-comparison': {
    severity: 'warning',
    title: 'A form or a decision compares with a code that is no longer offered',
    why: 'Only stored answers still have a withdrawn code, so for everybody else the comparison is never true. If another code replaced it, compare with that one as well. If the comparison is for the stored answers, leave it.',
    lowerable: true,
  },
  'wrong-result': {
    severity: 'error',
    title: 'The expression returns the wrong type',
    why: 'A condition must be true or false. A tone must be a text.',
  },
  'unguarded-optional': {
    severity: 'error',
    title: 'An expression reads a value that can be absent',
    why: 'If the value is absent, the expression fails, and the app hides or refuses what depends on it. Check it with has(), or set a default with orValue().',
  },
  'unseen-answer': {
    severity: 'error',
    title: "A migration's condition reads an answer that the device does not have",
    why: 'Server and device both move a draft to the new release. Secrets, and what a guest keeps from the owner, stay on the server.',
  },
  'unused-condition': {
    severity: 'warning',
    afterErrors: true,
    title: 'Nothing uses a named condition',
    why: 'Changing it has no effect.',
    fixable: true,
  },
  'failing-case': {
    severity: 'warning',
    afterErrors: true,
    title: 'An expression does not match its cases',
    why: 'A case states the outcome of an expression for given data. If the expression is wrong, correct it. If you meant the change, run `hakbang renew`, which shows what it changes and updates the cases.',
  },
  'unknown-case': {
    severity: 'warning',
    afterErrors: true,
    title: 'A case refers to an expression that does not exist',
    why: 'Somebody removed or renamed the expression. Run `hakbang cases` to update the cases.',
    fixable: true,
  },
  'missing-case': {
    severity: 'warning',
    afterErrors: true,
    title: 'No case tests an expression',
    why: 'A later edit could change what it decides, and nothing would say so. `hakbang cases` writes its cases; review them.',
  },
} as const satisfies Rules;
