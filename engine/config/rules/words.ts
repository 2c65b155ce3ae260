import type { Rules } from './rule.ts';

/** Texts and documents. */
export const wordRules = {
  'missing-key': {
    severity: 'error',
    title: 'A text is missing',
    why: 'People would see a key instead of a text. A language that is prepared but not offered can lack texts.',
    lowerable: true,
  },
  'missing-language': {
    severity: 'error',
    title: 'An offered language has no texts',
    why: 'People who choose it would see keys. Add its texts, or stop offering the language.',
  },
  'placeholder-mismatch': {
    severity: 'error',
    title: 'A translation has different placeholders',
    why: 'It would hide a value that the main language shows, or show an empty one.',
    lowerable: true,
    fixable: true,
  },
  'unfilled-placeholder': {
    severity: 'error',
    title: 'Nothing fills a placeholder',
    why: 'People would see a gap instead of a value. Add it to "with", or remove it from the text.',
  },
  'unknown-constant': {
    severity: 'error',
    title: 'A placeholder names a constant that does not exist',
    why: '`{{constants.<name>}}` shows a constant of flows/settings.json. Any other name stays empty.',
    fixable: true,
  },
  'unknown-format': {
    severity: 'error',
    title: 'A placeholder uses an unknown format',
    why: 'The app would show the raw value: 500000 instead of 5,000.00.',
    fixable: true,
  },
  'broken-placeholder': {
    severity: 'error',
    title: 'A placeholder is not closed',
    why: 'Braces come in pairs: `{{name}}`. The app shows single braces as they are.',
  },
  'unused-key': {
    severity: 'warning',
    afterErrors: true,
    title: 'Nothing shows a text',
    why: 'It costs translation for nothing, or its key is misspelt.',
    fixable: true,
  },
  'unknown-words': {
    severity: 'warning',
    afterErrors: true,
    title: 'A translation has a key that the main language does not have',
    why: 'Nothing shows it. Somebody removed or renamed the key in the main language, or it is misspelt here.',
    fixable: true,
  },
  completeness: {
    severity: 'info',
    title: 'How complete a language is',
    why: 'A complete language can be offered.',
  },
  'missing-placeholder': {
    severity: 'error',
    title: 'A document leaves out a value',
    why: 'Another language of the document shows it, or a law requires it. People must see it before they agree.',
  },
  'raw-html': {
    severity: 'error',
    title: 'A document contains HTML',
    why: 'Documents are Markdown without HTML. The app would show it as text, and other programs could run a script in it.',
  },
  'unsafe-link': {
    severity: 'error',
    title: 'A link leads to something other than a page, a mail address or a phone number',
    why: 'Other addresses can run a script or lead to an unexpected place.',
  },
} as const satisfies Rules;
