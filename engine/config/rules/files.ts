import type { Rules } from './rule.ts';

/** Files: syntax, kind and shape. */
export const fileRules = {
  'json-syntax': {
    severity: 'error',
    title: 'The file is not valid JSON',
    why: 'The compiler cannot use the file. It reports only the first syntax error, because that one usually causes the others. JSON allows no comments and no trailing commas.',
  },
  'duplicate-key': {
    severity: 'error',
    title: 'A key occurs twice in one object',
    why: 'JSON silently keeps the last one, so the first one is lost.',
  },
  'unsafe-name': {
    severity: 'error',
    title: 'A name would change the prototype of an object',
    why: '`__proto__`, `constructor` and `prototype` have a special meaning in JavaScript. Choose another name.',
  },
  'no-schema': {
    severity: 'error',
    title: 'The file does not name its meta-schema',
    why: 'The compiler and editors read the kind of a file from `$schema`. `check --fix` adds it if the folder determines the kind.',
    fixable: true,
  },
  'unknown-kind': {
    severity: 'error',
    title: 'The meta-schema has an unknown kind',
    why: 'The name before `.schema.json` in `$schema` is the kind of the file. Code has registered no such kind.',
    fixable: true,
  },
  'misplaced-file': {
    severity: 'warning',
    title: 'Nothing reads a file',
    why: 'It is neither JSON nor a document of a language, so its content has no effect.',
  },
  'unknown-file-name': {
    severity: 'warning',
    lowerable: true,
    title: 'A file has an unknown extension',
    why: 'The compiler reads only names that end in `.json` or `.md`, in lower case, so the content of this file has no effect.',
  },
  'wrong-name': {
    severity: 'error',
    title: 'The only file of its kind has another name',
    why: 'Messages, documents and people look for it under the name of its kind.',
  },
  'misplaced-words': {
    severity: 'error',
    title: 'A text file is outside the folder of a language',
    why: 'Texts must be in `locales/<language>/<namespace>.json`, or in `<namespace>/<key>.json` for one key. The compiler reads them nowhere else.',
  },
  'wrong-folder': {
    severity: 'error',
    title: 'A file is in the folder of another kind',
    why: 'People look for files by folder, only the folder identifies a broken file, and the right to edit or to approve a file depends on its folder.',
  },
  'id-mismatch': {
    severity: 'error',
    title: 'The id differs from the file name',
    why: 'References use the id, and people search for the file. Both must be the same.',
    fixable: true,
  },
  'duplicate-id': {
    severity: 'error',
    title: 'An id is already in use',
    why: 'If two things share an id, a reference to it is ambiguous.',
  },
  'missing-file': {
    severity: 'error',
    title: 'A required file is missing',
    why: 'Code or another file relies on it. Without it the app would not start, or would silently use standard values.',
  },
  'unknown-property': {
    severity: 'error',
    title: 'A property is not allowed here',
    why: 'The compiler would ignore it. It is usually a typo.',
    fixable: true,
  },
  'missing-property': {
    severity: 'error',
    title: 'A required property is missing',
    why: 'The definition is incomplete without it.',
  },
  'wrong-type': {
    severity: 'error',
    title: 'A value has the wrong type',
    why: 'Code that reads it would fail, for example on a text instead of a number.',
  },
  'wrong-value': {
    severity: 'error',
    title: 'A value is not allowed here',
    why: 'The meta-schema defines the allowed values. The message shows what it expected.',
    fixable: true,
  },
  'unknown-rule': {
    severity: 'error',
    title: 'A rule does not exist',
    why: 'hakbang.config.json names a rule that does not exist, so the line has no effect. `hakbang rules` lists all rules.',
    fixable: true,
  },
  'locked-rule': {
    severity: 'error',
    title: 'A rule cannot be lowered',
    why: 'This rule keeps a release working and safe, so it must stay an error.',
  },
} as const satisfies Rules;
