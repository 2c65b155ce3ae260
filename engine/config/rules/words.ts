import type { Rules } from './rule.ts';

/** Words and documents. */
export const wordRules = {
  'missing-key': {
    severity: 'error',
    title: 'There are no words for something that is shown',
    why: 'People would read a key instead of a text. Languages that are only prepared may lack words.',
    lowerable: true,
  },
  'missing-language': {
    severity: 'error',
    title: 'A language is offered without words',
    why: 'Who chooses it would read keys. Add its words, or prepare the language without offering it.',
  },
  'placeholder-mismatch': {
    severity: 'error',
    title: 'A translation with other placeholders',
    why: 'It would keep back a value that the main language tells, or show an empty one.',
    lowerable: true,
    fixable: true,
  },
  'unfilled-placeholder': {
    severity: 'error',
    title: 'A placeholder that nothing fills',
    why: 'People would read a gap where a value belongs. Give it in "with", or take it out of the text.',
  },
  'unknown-constant': {
    severity: 'error',
    title: 'A placeholder for a constant that does not exist',
    why: '`{{constants.<name>}}` shows a constant of flows/settings.json; any other name stays empty.',
    fixable: true,
  },
  'unknown-format': {
    severity: 'error',
    title: 'A format that no value can be written in',
    why: 'The value would be shown raw: 500000 where 5,000.00 is meant.',
    fixable: true,
  },
  'broken-placeholder': {
    severity: 'error',
    title: 'A placeholder that is not closed',
    why: 'Braces come in pairs, `{{name}}`. Others are shown as they stand.',
  },
  'unused-key': {
    severity: 'warning',
    afterErrors: true,
    title: 'Words that nothing shows',
    why: 'They are translated for nothing, or the name by which they are asked for is misspelt.',
    fixable: true,
  },
  'unknown-words': {
    severity: 'warning',
    afterErrors: true,
    title: 'A translation of words that the main language does not have',
    why: 'Nothing shows it: the key was removed or renamed in the main language, or is misspelt here.',
    fixable: true,
  },
  completeness: {
    severity: 'info',
    title: 'How complete a language is',
    why: 'A language can be offered once it is complete.',
  },
  'missing-placeholder': {
    severity: 'error',
    title: 'A document keeps a value back',
    why: 'It stands in another language of the same document, or a law asks for it: who agrees must be told.',
  },
  'raw-html': {
    severity: 'error',
    title: 'HTML in a document',
    why: 'Documents are Markdown without HTML: it would be shown as text, and elsewhere could run a script.',
  },
  'unsafe-link': {
    severity: 'error',
    title: 'A link that is none to a page, mail or telephone',
    why: 'Other addresses may run a script or lead to a place that nobody expects.',
  },
} as const satisfies Rules;
