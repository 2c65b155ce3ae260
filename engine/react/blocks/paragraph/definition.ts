import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Text({ title: 'Text' }),
  tone: Type.Optional(
    Type.Enum(['plain', 'muted', 'lead'], { title: 'Tone', description: 'lead: below a heading, and like its line below.' }),
  ),
});
export type ParagraphOptions = Static<typeof options>;

export const paragraphBlock: BlockDefinition = {
  name: 'paragraph',
  title: 'Paragraph',
  description: 'Running text.',
  options,
};
