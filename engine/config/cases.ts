import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Id, SchemaRef } from './annotations.ts';

/** The values that an expression reads, by path: `{ "club.level": "gold" }`. Other values are absent. */
export const Given = Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*(\\.[A-Za-z0-9_]+)*$' }), Type.Unknown(), {
  title: 'Given',
  description: 'What the expression reads, by its path: { "club.level": "gold" }. Paths that are not listed are absent.',
});
export type Given = Static<typeof Given>;

export const Cases = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    of: Type.String({ title: 'Of', description: "Path of the file whose expressions these cases test, relative to the project's root." }),
    cases: Type.Record(
      Type.String({ minLength: 1 }),
      Type.Record(Type.String(), Type.Array(Given, { minItems: 1 }), {
        title: 'Cases of one expression',
        description: 'The outcome ("true", "false", a value), and the data for which it occurs.',
        minProperties: 1,
      }),
      { title: 'Cases', description: 'Keyed by the name of the expression, as `hakbang cases` writes it.' },
    ),
  },
  {
    title: 'Cases',
    description: 'Expected outcomes of conditions for representative data. `hakbang check` verifies them; `hakbang cases` generates them.',
  },
);
export type Cases = Static<typeof Cases>;
