import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';

export const AnswerRow = object({
  id: Type.String({ description: 'identity.idNumber' }),
  form: Type.String(),
  field: Type.String(),
  label: Type.String(),
  value: Type.String({ description: 'As the person saw it; masked if it is sensitive.' }),
  masked: Type.Boolean({ description: 'Whether staff may reveal it.' }),
  file: Type.Optional(Type.Enum(['photo', 'file'], { description: 'The answer is a file, which is never revealed as text.' })),
});
export type AnswerRow = Static<typeof AnswerRow>;

/** The answers of one form under its title. */
export const AnswerSection = object({ form: Type.String(), title: Type.String(), rows: Type.Array(AnswerRow) });
export type AnswerSection = Static<typeof AnswerSection>;
