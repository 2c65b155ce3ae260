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
    title: 'A translation or a plural form has different placeholders',
    why: 'It would hide a value that the main language shows, show an empty one, or show it in another format: 500000 instead of 5,000.00.',
    lowerable: true,
    fixable: true,
  },
  'plural-form': {
    severity: 'error',
    title: 'A text lacks a plural form of its language, or has one that the language does not have',
    why: 'People would see the key for some numbers, or nobody would see the text. The forms are those of `Intl.PluralRules`; every language may also have `_zero`.',
    lowerable: true,
  },
  'blank-text': {
    severity: 'error',
    title: 'A text has only blanks',
    why: 'People would see nothing, for example a button without words. To show nothing, remove what shows the text.',
    lowerable: true,
  },
  'merge-marks': {
    severity: 'error',
    title: 'A text contains the marks of a merge conflict',
    why: 'People would see both versions. Keep one, and remove the marks.',
  },
  'broken-character': {
    severity: 'error',
    title: 'A text contains a character that was lost in a conversion',
    why: 'People would see a box or a question mark. Save the file as UTF-8, and write the character again.',
    lowerable: true,
  },
  'wrong-language': {
    severity: 'error',
    title: 'A text is in another language than its file',
    why: 'People who chose their language could not read it. Translate it.',
    lowerable: true,
  },
  'unlike-figures': {
    severity: 'warning',
    afterErrors: true,
    title: 'A translation states another figure than the main language',
    why: 'People would be promised different things in different languages. A figure that a rule decides is best a constant or a placeholder.',
  },
  'same-label': {
    severity: 'error',
    title: 'Two codes of an enum have the same label',
    why: 'People could not tell the two apart. If nobody chooses between them, give them the same label in every language.',
    lowerable: true,
  },
  'unfinished-text': {
    severity: 'error',
    title: 'A text is not finished',
    why: 'It still holds a note to its author or filler words, and people would read them.',
    lowerable: true,
  },
  'same-text': {
    severity: 'warning',
    afterErrors: true,
    title: 'Two texts are the same in one language only',
    why: 'The other languages distinguish them, so one was probably pasted over the other. If both are right, word one of them differently.',
  },
  'unlike-length': {
    severity: 'warning',
    afterErrors: true,
    title: 'A text is much longer than in every other language',
    why: 'It has no room where its translations fit, or says something that they do not say.',
  },
  'raw-amount': {
    severity: 'error',
    title: 'A text or a fact shows an amount in hundredths',
    why: 'People would read 500000 instead of 5,000.00. A value whose name ends in `Cents` needs the format money or moneyExact.',
    lowerable: true,
  },
  'same-value': {
    severity: 'error',
    title: 'Two facts of a list have the same value',
    why: 'One line was copied from the other, so people would read a figure under the name of another one.',
    lowerable: true,
  },
  'unlike-documents': {
    severity: 'warning',
    afterErrors: true,
    title: 'A translation of a document is built differently',
    why: 'The headings, the rows of tables or the links of the main language are not all there, so people would miss a part of the document.',
  },
  'dead-link': {
    severity: 'error',
    title: 'A link in a document leads nowhere',
    why: 'A tap on it shows "not found", or the app shows the source of the link. A link is `[words](address)`, and an address of the app is the route of a screen.',
    lowerable: true,
    fixable: true,
  },
  'table-shape': {
    severity: 'error',
    title: 'A row of a table has another number of cells than its head',
    why: 'The app drops the cells that are too many and shows empty ones for those that are missing.',
    lowerable: true,
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
    title: 'A text or a document contains HTML',
    why: 'Texts are plain, and documents are Markdown without HTML. The app would show it as text, and other programs could run a script in it.',
  },
  'unsafe-link': {
    severity: 'error',
    title: 'A link leads to something other than a page, a mail address or a phone number',
    why: 'Other addresses can run a script or lead to an unexpected place.',
  },
} as const satisfies Rules;
