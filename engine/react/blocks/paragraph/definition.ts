import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Text' }),
  tone: Type.Optional(
    Type.Enum(['plain', 'muted', 'lead'], { title: 'Tone', description: 'plain by default. lead is the introduction below a heading.' }),
  ),
});
export type ParagraphOptions = Static<typeof options>;

export const paragraphBlock: BlockDefinition = {
  name: 'paragraph',
  title: 'Paragraph',
  description: 'A paragraph of text.',
  options,
};
