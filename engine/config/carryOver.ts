import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Cel, Id, SchemaRef } from './annotations.ts';

const Form = Type.String({ title: 'Form', description: 'Id of the form, as it was called when this migration was written.' });
const Field = (description = 'Name of the answer; with dots inside an object or the items of a list: contacts.phone.') =>
  Type.String({ title: 'Field', description, pattern: '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*$' });
const when = Type.Optional(
  Cel('bool', {
    title: 'When',
    description:
      'CEL over the answers as the migration finds them: forms by their ids, `self` for the object or list item with the answer, `form` for its whole form. The step changes nothing where this is false or reads an absent answer.',
  }),
);
/** One change of a migration. Sets exactly one of these keys. */
export const MigrationStep = object(
  {
    rename: Type.Optional(
      object(
        { form: Form, field: Type.Optional(Field()), to: Type.String({ title: 'To', pattern: '^[a-z][A-Za-z0-9]*$' }), when },
        { title: 'Rename', description: 'Renames an answer, or a whole form if there is no field. Confirmations stay valid.' },
      ),
    ),
    renameStep: Type.Optional(
      object(
        { flow: Type.String({ title: 'Flow' }), step: Type.String({ title: 'Step' }), to: Type.String({ title: 'To' }), when },
        { title: 'Rename a step', description: 'Renames the id of a step. Its confirmation stays valid.' },
      ),
    ),
    move: Type.Optional(
      object(
        {
          form: Form,
          field: Field('Name of the answer.'),
          toForm: Type.String({ title: 'To form' }),
          to: Type.Optional(Type.String({ title: 'To field', description: 'By default it keeps its name.' })),
          when,
        },
        { title: 'Move', description: 'Moves an answer to another form. Confirmations stay valid.' },
      ),
    ),
    mapCode: Type.Optional(
      object(
        {
          form: Form,
          field: Field(),
          codes: Type.Record(Type.String(), Type.String(), { title: 'Codes', description: 'Old code → new code.', minProperties: 1 }),
          sameMeaning: Type.Optional(
            Type.Boolean({
              title: 'Same meaning',
              description: 'The codes only have new names, so a confirmation stays valid. Otherwise the step must be confirmed again.',
            }),
          ),
          when,
        },
        { title: 'Map codes', description: 'Maps old codes to new ones.' },
      ),
    ),
    default: Type.Optional(
      object(
        { form: Form, field: Field('Name of the answer.'), value: Type.Unknown({ title: 'Value' }), when },
        { title: 'Default', description: 'A value for drafts without an answer. The step must be confirmed again.' },
      ),
    ),
    drop: Type.Optional(
      object(
        { form: Form, field: Type.Optional(Field()), when },
        { title: 'Drop', description: 'Deletes an answer, or a whole form, that no form asks for now.' },
      ),
    ),
    askAgain: Type.Optional(
      object(
        { form: Form, field: Type.Optional(Field()), when },
        { title: 'Ask again', description: 'Asks for an answer, or a whole form, again, with a notice.' },
      ),
    ),
  },
  { title: 'Step', minProperties: 1, maxProperties: 1 },
);
export type MigrationStep = Static<typeof MigrationStep>;

const policies = ['pin', 'migrate', 'restart'] as const;
export type Policy = (typeof policies)[number];

export const Migration = object(
  {
    id: Id({ description: 'Name of the migration; a draft whose release already has it is not migrated again.' }),
    $comment: Type.Optional(Type.String()),
    from: Type.Optional(
      Type.Union([Type.Literal('any'), Type.Array(Type.String({ pattern: '^[0-9a-f]{16}$' }), { minItems: 1 })], {
        title: 'From',
        description: 'Only drafts begun under these releases; any by default.',
      }),
    ),
    policy: Type.Optional(
      Type.Enum([...policies], {
        title: 'Policy',
        description:
          'For drafts that are invalid under the new release. migrate (default): apply the steps. pin: keep them on their release. restart: start again.',
      }),
    ),
    steps: Type.Optional(Type.Array(MigrationStep, { title: 'Steps', description: 'In order.' })),
  },
  { title: 'Migration' },
);
export type Migration = Static<typeof Migration>;

/**
 * How drafts of an older release are migrated. New migrations go at the end, and old ones stay. A draft gets, in order, those that
 * its own release did not have.
 */
export const CarryOver = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    migrations: Type.Array(Migration, { title: 'Migrations', description: 'Oldest first; never changed once published.' }),
  },
  { title: 'Carry-over', description: 'How applications in progress are migrated when a release is published.' },
);
export type CarryOver = Static<typeof CarryOver>;
