import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Id, SchemaRef } from './annotations.ts';

/** The values that an expression reads, by path: `{ "club.level": "gold" }`. Other values are absent. */
export const Given = Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*(\\.[A-Za-z0-9_]+)*$' }), Type.Unknown(), {
  title: 'Given',
  description: 'What the expression reads, by its path: { "club.level": "gold" }. What is not named is absent.',
});
export type Given = Static<typeof Given>;

export const Cases = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    of: Type.String({ title: 'Of', description: 'The file whose expressions these are cases of, from the root of the project.' }),
    cases: Type.Record(
      Type.String({ minLength: 1 }),
      Type.Record(Type.String(), Type.Array(Given, { minItems: 1 }), {
        title: 'Cases of one expression',
        description: 'What comes out ("true", "false", a value), and what is given where it does.',
        minProperties: 1,
      }),
      { title: 'Cases', description: 'By the name of the part whose expression it is, as `hakbang cases` writes it.' },
    ),
  },
  {
    title: 'Cases',
    description: 'What conditions must say of data that stand for many. `hakbang check` tries them; `hakbang cases` writes them.',
  },
);
export type Cases = Static<typeof Cases>;
