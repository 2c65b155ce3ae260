import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { operationsOf } from '../operation.ts';
import { Id, more, page, type WrittenStaffOperation } from './operation.ts';
import { Cause } from './studio.ts';

/** Maximum number of texts that one request saves. */
export const mostWords = 1000;

const Key = Type.String({
  minLength: 3,
  maxLength: 300,
  pattern: '^[^\\s]+$',
  description: 'As the configuration names it: `forms.work.title`.',
});
const Language = Type.String({ maxLength: 20, pattern: '^[A-Za-z0-9-]+$' });
const Word = Type.String({ maxLength: 10_000, description: 'Empty: the language has no such text.' });

/** States by which a list of words can be filtered. */
export const wordStates = ['missing', 'changed', 'outdated', 'problem'] as const;

const LanguageOfWords = object({
  code: Type.String(),
  name: Type.String(),
  plurals: Type.Array(Type.String(), { description: 'Its plural forms, as the endings of keys name them.' }),
  filled: Type.Integer({ description: 'How many texts of the main language it has.' }),
  of: Type.Integer(),
  minShare: Type.Optional(Type.Number({ description: 'The share in percent that it needs to be offered. Absent: it needs all.' })),
});
export type LanguageOfWords = Static<typeof LanguageOfWords>;

const Cell = object({
  language: Type.String(),
  text: Type.String(),
  /** In the release that the change is based on. */
  was: Type.String(),
  isNeeded: Type.Boolean({ description: 'Whether the language uses this plural form.' }),
  mayEdit: Type.Boolean(),
  path: Type.Optional(Type.String()),
  pointer: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
});

const WordRow = object({
  key: Type.String(),
  screens: Type.Array(Type.String(), { description: 'Ids of the screens that show it.' }),
  cells: Type.Array(Cell, { description: 'In the order of the languages.' }),
  source: Type.Array(Type.String(), { description: 'The text of the main language, with all plural forms.' }),
  outdated: Type.Array(Type.String(), { description: 'Languages that still say what the main language said before.' }),
});
export type WordRow = Static<typeof WordRow>;

const TextEdit = object({ key: Key, language: Language, basedOn: Word, text: Word });

const SavedWord = object({
  key: Type.String(),
  language: Type.String(),
  state: Type.Enum(['saved', 'unchanged', 'conflict', 'unknown', 'forbidden']),
  text: Type.String({ description: 'What is stored now.' }),
});
export type SavedWord = Static<typeof SavedWord>;

/** What a row of a translator's file would do, or why it would do nothing. */
const importStates = ['change', 'unchanged', 'empty', 'conflict', 'unknown', 'fault', 'forbidden'] as const;

const ImportedWord = object({
  key: Type.String(),
  language: Type.String(),
  state: Type.Enum([...importStates]),
  was: Type.String({ description: 'What is stored now.' }),
  text: Type.String({ description: 'What the file says.' }),
  /** The fault of the text, or how it has changed since the file was exported. */
  why: Type.Optional(Cause),
});
export type ImportedWord = Static<typeof ImportedWord>;

/** Maximum length of a translator's file, in characters. */
export const longestImport = 4_000_000;

const filter = {
  text: Type.Optional(Type.String({ maxLength: 200, description: 'A part of a key, or words seen on a page in any language.' })),
  screen: Type.Optional(Type.String({ maxLength: 100, description: 'Id of a screen that shows them.' })),
  state: Type.Optional(Type.Enum([...wordStates, ''])),
};
const Exported = object({ id: Id, language: Language, ...filter });
export type ExportedWords = Static<typeof Exported>;

/** The texts of a change by key and language. */
export const studioWordOperations = operationsOf({
  'studio.words': {
    route: 'GET /api/staff/studio/changes/:id/words',
    about: 'service',
    input: object({
      id: Id,
      ...filter,
      language: Type.Optional(Type.String({ maxLength: 20, description: 'The language that `state` is about. All by default.' })),
      ...page,
    }),
    output: object({
      revision: Type.Integer(),
      main: Type.String(),
      languages: Type.Array(LanguageOfWords, { description: 'The main one first.' }),
      screens: Type.Array(Type.String(), { description: 'Ids of all screens.' }),
      found: Type.Integer({ description: 'How many words the filter leaves, on all pages.' }),
      words: Type.Array(WordRow),
      ...more,
    }),
  },
  /**
   * Saves texts, each based on what its author saw. A text that somebody else has changed since stays unchanged, and the response names it.
   */
  'studio.saveWords': {
    route: 'PUT /api/staff/studio/changes/:id/words',
    about: 'service',
    input: object({ id: Id, words: Type.Array(TextEdit, { minItems: 1, maxItems: mostWords }) }),
    output: object({ words: Type.Array(SavedWord, { description: 'In the order of the request.' }) }),
  },
  /** Exports the filtered words for a translator, with their source texts and where they appear. */
  'studio.wordsAsCsv': {
    route: 'GET /api/staff/studio/changes/:id/words.csv',
    about: 'service',
    file: 'text/csv',
    input: Exported,
    output: Type.String(),
  },
  /** The same, as XLIFF 2.0. */
  'studio.wordsAsXliff': {
    route: 'GET /api/staff/studio/changes/:id/words.xlf',
    about: 'service',
    file: 'application/xliff+xml',
    input: Exported,
    output: Type.String(),
  },
  /** Reads a translator's file, CSV or XLIFF (1.2 or 2.0), and reports what each row would do. Stores nothing; `studio.saveWords` does. */
  'studio.readWords': {
    route: 'POST /api/staff/studio/changes/:id/word-readings',
    about: 'service',
    input: object({ id: Id, file: Type.String({ maxLength: longestImport, description: 'The content of the file.' }) }),
    output: object({
      rows: Type.Array(ImportedWord, { description: 'In the order of the file, without those that would do nothing.' }),
      /** Why the file cannot be read. If present, there are no rows. */
      unreadable: Type.Optional(Cause),
      unchanged: Type.Integer({ description: 'Rows that say what is stored.' }),
      empty: Type.Integer({ description: 'Rows without a translation.' }),
    }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
