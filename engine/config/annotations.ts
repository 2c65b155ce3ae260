import Type, { type TSchema } from 'typebox';
import { object } from './object.ts';

/**
 * Schema fragments with the same meaning in every configuration file.
 * The compiler walks each value with its meta-schema and acts on these annotations. A new block, widget or kind declares
 * its options this way, so no central list of expressions, texts or routes is needed.
 *
 * `x-not-below` on an upper bound names the lower one: `minDays`, or `quality/minEdge` in a sibling object.
 */
type Notes = { title?: string; description?: string; 'x-per-item'?: true };

/** A CEL expression. `result` is its required type. `compiler/scopes` defines what it can read. */
export const Cel = (result: 'bool' | 'string' | 'number' | 'dyn' = 'bool', notes: Notes = {}) =>
  Type.String({ ...notes, minLength: 1, 'x-cel': result });

/** A CEL expression that gives one of a few texts. */
export const CelOf = (texts: readonly string[], notes: Notes = {}) =>
  Type.String({ ...notes, minLength: 1, 'x-cel': 'string', 'x-one-of': texts });

/** A CEL expression that gives a path of the app. */
export const CelPath = (notes: Notes = {}) => Type.String({ ...notes, minLength: 1, 'x-cel': 'string', 'x-path': true });

/** A calendar day, YYYY-MM-DD. The compiler refuses one that does not exist, such as 2026-02-30. */
export const Day = (notes: Notes = {}) => Type.String({ ...notes, pattern: '^2\\d{3}-\\d\\d-\\d\\d$', 'x-day': true });

/** A route of a screen (`/workInfo`, with or without a query), or `back`. */
export const Route = (notes: Notes = {}) => Type.String({ ...notes, minLength: 1, 'x-ref': 'route' });

/** The id of another configuration file or of something registered in code. */
export const Ref = (
  kind:
    | 'form'
    | 'screen'
    | 'flow'
    | 'subFlow'
    | 'enum'
    | 'operation'
    | 'effect'
    | 'document'
    | 'error'
    | 'block'
    | 'widget'
    | 'lifeCycle'
    | 'content'
    | 'lookup'
    | 'icon'
    | 'liveTopic'
    | 'data'
    | 'purpose',
  notes: Notes = {},
) => Type.String({ ...notes, minLength: 1, 'x-ref': kind });

/** A text by key: `{ key, with }`. Its translations are in `locales/<language>/screens/<screen>.json`. */
export const Text = (notes: Notes = {}) =>
  object(
    {
      key: Type.String({
        title: 'Key',
        description: 'Key in locales/<language>/screens/<screen>.json.',
        pattern: '^[a-z][A-Za-z0-9.]*$',
      }),
      with: Type.Optional(
        Type.Record(Type.String(), Cel('dyn'), { title: 'Values', description: 'CEL for each {{placeholder}} of the text.' }),
      ),
    },
    { ...notes, 'x-text': true },
  );

/**
 * A text that code sends, by its key below `under`: with `server.reminders`, the configured value `soon` means the text
 * `server.reminders.soon`.
 *
 * @param fills names of the {{placeholders}} that code fills, in addition to the constants
 */
export const TextKey = (under: string, fills: readonly string[] = [], notes: Notes = {}) =>
  Type.String({ ...notes, pattern: '^[a-z][A-Za-z0-9]*$', 'x-text-key': under, 'x-fills': fills });

/** The values that a block passes to its action, by their name in the action's expressions. */
type Offers = Readonly<Record<string, TSchema>>;

/**
 * An action on a tap: an operation, a navigation, or both (the operation first).
 *
 * @param offers additional values for the action's expressions, for example `{ choice: Type.Object({ … }) }`; the block
 * passes them when it runs the action, and the compiler checks expressions against the schemas
 */
export const Action = (notes: Notes = {}, offers?: Offers) =>
  object(
    {
      do: Type.Optional(Ref('operation', { title: 'Operation', description: 'The API operation to call.' })),
      with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input', description: 'CEL for each input of the operation.' })),
      offline: Type.Optional(
        Type.Enum(['queue'], {
          title: 'Offline',
          description:
            'queue: stores the request on the device and sends it when there is a connection. The action continues either way; there is no result while the request waits. Only for repeatable operations.',
        }),
      ),
      keep: Type.Optional(Type.String({ title: 'Keep as', description: 'Session name that stores the response of the operation.' })),
      set: Type.Optional(
        Type.Record(Type.String(), Cel('dyn'), {
          title: 'Set',
          description:
            'Values of the session, or local.<name> of the screen, by dotted name. They may read result, the response of the operation.',
        }),
      ),
      say: Type.Optional(Text({ title: 'Say', description: 'A short message after the action.' })),
      confirm: Type.Optional(Text({ title: 'Confirm', description: 'A question that the person must confirm before the action runs.' })),
      open: Type.Optional(
        Cel('string', {
          title: 'Open',
          description: 'A URL of our own server to open after the action, for example a file. Can read result.',
        }),
      ),
      leave: Type.Optional(
        Cel('string', {
          title: 'Leave',
          description: 'A URL outside the app to open after the action, for example an external login. Can read result.',
        }),
      ),
      clear: Type.Optional(Ref('form', { title: 'Clear', description: 'A form of the screen to clear after the action.' })),
      go: Type.Optional(Route({ title: 'Go', description: 'Where to go afterwards; "back" for one step back.' })),
      to: Type.Optional(
        CelPath({
          title: 'To',
          description: "A path of the app to go to instead of a fixed route, e.g. '/items/' + result.item.id. Can read result.",
        }),
      ),
      query: Type.Optional(
        Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), Cel('dyn'), {
          title: 'Query',
          description: 'Values for the query of "go", which the next screen reads as route.query.<name>; may read result.',
        }),
      ),
      event: Type.Optional(
        Type.String({
          title: 'Client event',
          description: 'A named effect of the browser, e.g. logout or openSupport.',
          'x-ref': 'clientEvent',
        }),
      ),
    },
    { ...notes, minProperties: 1, 'x-action': true, ...(offers && { 'x-offers': offers }) },
  );

/** An operation whose answer is a file to save. */
export const FileOf = (notes: Notes = {}) =>
  object(
    {
      op: Ref('operation', { title: 'Operation' }),
      with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input', description: 'CEL for each input of the operation.' })),
    },
    { ...notes, 'x-file': true },
  );

/** CEL for fields of a form, by the field's name. `form`: the sibling option that has the form's id. */
export const FieldValues = (form: string, notes: Notes = {}) =>
  Type.Record(Type.String(), Cel('dyn'), { ...notes, minProperties: 1, 'x-fields-of': form });

/** For a list whose entries are rendered once for each item of the sibling `items`, as `item`. */
export const perItem = { 'x-per-item': true } as const;

/**
 * For a text that gives people a code of an enum. The code must not be withdrawn.
 *
 * @param where applies only if the object around it has these values
 */
export const gives = (enumId: string, where?: Readonly<Record<string, unknown>>) =>
  ({ 'x-gives': { enum: enumId, ...(where && { where }) } }) as const;

/** A list of blocks. */
export const Blocks = (notes: Notes = {}) => Type.Array(Type.Unknown({ 'x-ref': 'blockValue' }), { ...notes, 'x-blocks': true });

export const Id = (notes: Notes = {}) =>
  Type.String({ title: 'Id', description: 'Name in camelCase, unique among its kind.', pattern: '^[a-z][A-Za-z0-9]*$', ...notes });

export const SchemaRef = Type.Optional(
  Type.String({
    title: 'Meta-schema',
    description: 'Path of the meta-schema. Editors use it for completion, the compiler to determine the kind.',
  }),
);
