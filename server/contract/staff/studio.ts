import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { partKinds } from '../../../engine/find/kinds.ts';
import { operationsOf } from '../operation.ts';
import { Id, Instant, more, page, type WrittenStaffOperation } from './operation.ts';

export const changeStates = ['open', 'sent', 'rolling', 'published', 'abandoned'] as const;

/** Maximum length of a file's text that an editor saves. */
export const longestFile = 1_000_000;

const Title = Type.String({ minLength: 3, maxLength: 120, pattern: '\\S', description: 'What the change does, in a few words.' });
const Hash = Type.String({ pattern: '^[0-9a-f]{16,64}$' });
/** Files that a change may edit. */
export const filePathPattern =
  /^(hakbang\.config\.json|(schemas|flows|locales)\/(?!meta\/)([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.(json|md))$/;

const FilePath = Type.String({
  maxLength: 200,
  pattern: filePathPattern.source,
  description: 'Below schemas/, flows/ or locales/.',
});
const FileText = Type.Union([Type.String({ maxLength: longestFile }), Type.Null()], { description: 'Null: the file does not exist.' });

export const Cause = object(
  { code: Type.String(), params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])) },
  {
    description:
      'Why something happened or cannot be done. The studio has the words of its code; `told` holds a sentence of an earlier version.',
  },
);
export type Cause = Static<typeof Cause>;
export const Causes = Type.Array(Cause);

const ProductChange = object({
  id: Type.String(),
  title: Type.String(),
  application: Type.String(),
  state: Type.Enum([...changeStates]),
  /** Login name of the person who began it. */
  author: Type.String(),
  /** Login names of everybody who saved a file. */
  authors: Type.Array(Type.String()),
  isMine: Type.Boolean({ description: 'The caller began it or saved a file.' }),
  baseHash: Type.String(),
  isStale: Type.Boolean({ description: 'Another release has become active since it was begun or last rebased.' }),
  revision: Type.Integer({ description: 'Grows with every save.' }),
  files: Type.Integer({ description: 'How many files it changes.' }),
  /** Why scheduled publishing failed. Shown to those who edited or scheduled it. */
  notPublished: Type.Optional(Causes),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ProductChange = Static<typeof ProductChange>;

const ChangedFile = object({
  path: Type.String(),
  state: Type.Enum(['same', 'added', 'edited', 'removed']),
  savedBy: Type.Optional(Type.String()),
  savedAt: Type.Optional(Instant),
});
export type ChangedFile = Static<typeof ChangedFile>;

const Conflict = object({
  path: Type.String(),
  at: Type.Enum(['value', 'lines', 'file'], { description: 'A value of a JSON file, lines of a text, or a file that one side removed.' }),
  pointer: Type.Optional(Type.String({ description: 'Of a value.' })),
  line: Type.Optional(Type.Integer({ description: 'Of lines, from 0.' })),
  base: Type.Optional(Type.Unknown({ description: 'Before both. Absent: it did not exist.' })),
  mine: Type.Optional(Type.Unknown()),
  theirs: Type.Optional(Type.Unknown()),
});
export type Conflict = Static<typeof Conflict>;

const Side = Type.Enum(['mine', 'theirs']);
export type Side = Static<typeof Side>;

const Keep = Type.Array(Side, { maxItems: 500, description: 'The decision on each conflict, in their order.' });

const Edit = object({ file: Type.String(), offset: Type.Integer(), length: Type.Integer(), text: Type.String() });

const Problem = object({
  code: Type.String(),
  severity: Type.Enum(['error', 'warning', 'info']),
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  pointer: Type.String(),
  message: Type.String(),
  fix: Type.Optional(Type.String()),
  edits: Type.Optional(Type.Array(Edit)),
  witness: Type.Optional(Type.Unknown()),
});
export type Problem = Static<typeof Problem>;

export const Meaning = object({
  class: Type.String({ description: 'From COPY, the mildest, to API-BREAKING.' }),
  code: Type.String(),
  message: Type.String(),
  why: Type.String(),
  who: Type.String(),
  file: Type.String(),
  line: Type.Integer(),
});

const FoundPart = object({
  kind: Type.Enum([...partKinds, 'words']),
  id: Type.String({ description: 'As the configuration names it: `work.income`, or the key of words.' }),
  name: Type.String({ description: 'The words that people see for it, in the main language. Empty without.' }),
  file: Type.String(),
  line: Type.Integer(),
  pointer: Type.String(),
  uses: Type.Integer({ description: 'How many places use it.' }),
  usedIn: Type.Array(Type.String(), { description: 'The first of the files that do; for words, the screens that show them.' }),
});
export type FoundPart = Static<typeof FoundPart>;

/** Changes of the product: branches off the active release that staff edit in the studio. */
export const studioOperations = operationsOf({
  'studio.changes': {
    route: 'GET /api/staff/studio/changes',
    about: 'service',
    input: object({
      state: Type.Optional(Type.Enum([...changeStates, ''])),
      whose: Type.Optional(Type.Enum(['mine', ''])),
      ...page,
    }),
    output: object({
      changes: Type.Array(ProductChange),
      seenTour: Type.Boolean({ description: 'Whether the person has seen the tour of the studio.' }),
      lastApplication: Type.Optional(Type.String({ description: 'Of the last change that the person has begun.' })),
      ...more,
    }),
  },
  /** Records that the person has seen the tour of the studio. */
  'studio.endTour': { route: 'POST /api/staff/studio/tour', about: 'service', input: object({}), output: object({}) },
  'studio.begin': {
    route: 'POST /api/staff/studio/changes',
    about: 'service',
    input: object({
      title: Title,
      application: Type.Optional(Type.String({ maxLength: 40, description: '`main` by default.' })),
      from: Type.Optional(Type.String({ maxLength: 64, description: 'Id of a change to copy.' })),
    }),
    output: ProductChange,
  },
  'studio.applications': {
    route: 'GET /api/staff/studio/applications',
    about: 'service',
    input: object({}),
    output: object({ applications: Type.Array(object({ name: Type.String(), hash: Type.String() })) }),
  },
  'studio.change': { route: 'GET /api/staff/studio/changes/:id', about: 'service', input: object({ id: Id }), output: ProductChange },
  'studio.rename': {
    route: 'PUT /api/staff/studio/changes/:id/title',
    about: 'service',
    input: object({ id: Id, title: Title }),
    output: ProductChange,
  },
  'studio.abandon': {
    route: 'POST /api/staff/studio/changes/:id/abandonment',
    about: 'service',
    input: object({ id: Id }),
    output: ProductChange,
  },
  'studio.restore': {
    route: 'DELETE /api/staff/studio/changes/:id/abandonment',
    about: 'service',
    input: object({ id: Id }),
    output: ProductChange,
  },
  /** Finds screens, steps, forms, fields, lists, files and words by visible text or by name, with what uses them. */
  'studio.find': {
    route: 'GET /api/staff/studio/changes/:id/found',
    about: 'service',
    input: object({ id: Id, text: Type.String({ minLength: 2, maxLength: 100 }) }),
    output: object({ found: Type.Array(FoundPart), more: Type.Boolean({ description: 'There are more than are listed.' }) }),
  },
  /** All configuration files as the change has them, by path. */
  'studio.files': {
    route: 'GET /api/staff/studio/changes/:id/files',
    about: 'service',
    input: object({ id: Id }),
    output: object({ files: Type.Array(ChangedFile) }),
  },
  /** Texts of all files, for an editor that shows them together. Does not show other people that they are open. */
  'studio.texts': {
    route: 'GET /api/staff/studio/changes/:id/texts',
    about: 'service',
    input: object({ id: Id }),
    output: object({
      files: Type.Array(object({ path: Type.String(), text: Type.String(), hash: Type.String(), mayEdit: Type.Boolean() })),
      absent: Type.String({ description: 'The hash on which the save of a new file is based.' }),
    }),
  },
  'studio.file': {
    route: 'GET /api/staff/studio/changes/:id/file',
    about: 'service',
    input: object({ id: Id, path: FilePath }),
    output: object({
      text: FileText,
      before: Type.Union([Type.String(), Type.Null()], { description: 'In the release that the change is based on.' }),
      hash: Type.String({ description: 'Of the text. A save names the hash that it is based on.' }),
      mayEdit: Type.Boolean(),
      editors: Type.Array(Type.String(), { description: 'Login names of others who have it open.' }),
    }),
  },
  /**
   * Saves a file. If somebody else has saved it since, merges both edits. Conflicting edits are returned, and nothing is stored. Refuses
   * with `changeClosed` if the change is not open.
   */
  'studio.save': {
    route: 'PUT /api/staff/studio/changes/:id/file',
    about: 'service',
    input: object({
      id: Id,
      path: FilePath,
      basedOn: Hash,
      text: FileText,
      settle: Type.Optional(
        object({ onto: Hash, keep: Keep }, { description: 'Decides the conflicts with the stored text of this hash.' }),
      ),
    }),
    output: object({
      state: Type.Enum(['saved', 'merged', 'conflict']),
      text: FileText,
      hash: Type.String({ description: 'Of the stored text.' }),
      conflicts: Type.Array(Conflict),
    }),
  },
  /** Restores a file to its state in the release that the change is based on. */
  'studio.revert': {
    route: 'DELETE /api/staff/studio/changes/:id/file',
    about: 'service',
    input: object({ id: Id, path: FilePath }),
    output: object({ state: Type.String() }),
  },
  /** Compiles the change and reports what `hakbang check` would. */
  'studio.problems': {
    route: 'GET /api/staff/studio/changes/:id/problems',
    about: 'service',
    input: object({ id: Id }),
    output: object({
      revision: Type.Integer(),
      problems: Type.Array(Problem),
      hashes: Type.Record(Type.String(), Hash, { description: 'The checked text of each file that a fix would edit.' }),
    }),
  },
  /** Meta-schemas of the change's application, by kind. They define what its files can say. */
  'studio.metaSchemas': {
    route: 'GET /api/staff/studio/changes/:id/meta-schemas',
    about: 'service',
    input: object({ id: Id }),
    output: object({ kinds: Type.Record(Type.String(), Type.Unknown()) }),
  },
  /** What the change does, in words, as `hakbang diff` reports it. */
  'studio.meaning': {
    route: 'GET /api/staff/studio/changes/:id/meaning',
    about: 'service',
    input: object({ id: Id }),
    output: object({ revision: Type.Integer(), changes: Type.Array(Meaning) }),
  },
  /** Rebases the change onto the active release. Conflicts are returned, and nothing changes unless each of them is resolved. */
  'studio.rebase': {
    route: 'POST /api/staff/studio/changes/:id/rebase',
    about: 'service',
    input: object({
      id: Id,
      settle: Type.Optional(
        object({ onto: Hash, keep: Keep }, { description: 'Decides the conflicts with the active release of this hash.' }),
      ),
    }),
    output: object({
      state: Type.Enum(['current', 'rebased', 'conflict']),
      onto: Type.String({ description: 'Hash of the active release.' }),
      conflicts: Type.Array(Conflict),
    }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
