import type { Rules } from './rule.ts';

/** Files: that they can be read, are what they say, and have their shape. */
export const fileRules = {
  'json-syntax': {
    severity: 'error',
    title: 'The file is no JSON',
    why: 'Nothing in the file can be used. Only the first mistake of a file is told: those after it are mostly its echo. Comments and trailing commas are no JSON.',
  },
  'duplicate-key': {
    severity: 'error',
    title: 'A key stands twice in one object',
    why: 'JSON keeps the last one without a word, so that the first, perhaps the right one, is lost.',
  },
  'unsafe-name': {
    severity: 'error',
    title: 'A name that reaches the prototype of an object',
    why: '`__proto__`, `constructor` and `prototype` mean something to JavaScript wherever names become keys. Choose another name.',
  },
  'no-schema': {
    severity: 'error',
    title: 'The file does not name its meta-schema',
    why: 'The kind of a file is told by `$schema`, for editors as for the compiler. `check --fix` adds it where the place of the file tells the kind.',
    fixable: true,
  },
  'unknown-kind': {
    severity: 'error',
    title: 'The meta-schema is of no known kind',
    why: 'The name before `.schema.json` in `$schema` is the kind of the file; code has registered none of this name.',
    fixable: true,
  },
  'misplaced-file': {
    severity: 'warning',
    title: 'A file that nobody reads',
    why: 'It is neither JSON nor a document of a language, so that whatever it says has no effect.',
  },
  'misplaced-words': {
    severity: 'error',
    title: 'Words outside the folder of a language',
    why: 'Words stand in `locales/<language>/<namespace>.json`, or those of one key in `<namespace>/<key>.json`: the path tells what they are the words of. Elsewhere nobody finds them.',
  },
  'wrong-folder': {
    severity: 'error',
    title: 'A file stands where another kind belongs',
    why: 'The folder promises one kind, `$schema` says another. People look by folder, and a file that breaks is known by its folder alone.',
  },
  'id-mismatch': {
    severity: 'error',
    title: 'The id is not the name of the file',
    why: 'Others refer to the id; people look for the file. Both are the same, so that neither is found by chance.',
    fixable: true,
  },
  'duplicate-id': {
    severity: 'error',
    title: 'An id that is taken',
    why: 'Of two things with one name nobody could tell which one is meant.',
  },
  'missing-file': {
    severity: 'error',
    title: 'A file that every configuration needs is missing',
    why: 'No release can be made without it.',
  },
  'unknown-property': {
    severity: 'error',
    title: 'A property that has no meaning here',
    why: 'It would be ignored, and what it was to do would not happen. Mostly a slip of the pen.',
    fixable: true,
  },
  'missing-property': {
    severity: 'error',
    title: 'A property that must be there is missing',
    why: 'What the file describes is not complete without it.',
  },
  'wrong-type': {
    severity: 'error',
    title: 'A value of another type',
    why: 'A text where a number belongs, or the like: code that reads it would fail.',
  },
  'wrong-value': {
    severity: 'error',
    title: 'A value that is not allowed here',
    why: 'The meta-schema says what may stand here; the message tells what was expected.',
    fixable: true,
  },
  'unknown-rule': {
    severity: 'error',
    title: 'A rule that does not exist',
    why: 'hakbang.config.json names a rule that no code has, so that the line has no effect. `hakbang rules` lists them all.',
    fixable: true,
  },
  'locked-rule': {
    severity: 'error',
    title: 'A rule that cannot be lowered',
    why: 'Without this rule a release could not be served, or would be unsafe: it stays an error.',
  },
} as const satisfies Rules;
