import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  items: Type.Array(
    object({
      kind: Type.Enum(['phone', 'email', 'website'], { title: 'Kind' }),
      text: Text({ title: 'Text' }),
      value: Cel('string', { title: 'Value', description: 'A number with +, an e-mail address, or an https address.' }),
      when: Type.Optional(Cel('bool', { title: 'When' })),
    }),
    { title: 'Links' },
  ),
});
export type ContactLinksOptions = Static<typeof options>;

export const contactLinksBlock: BlockDefinition = {
  name: 'contactLinks',
  title: 'Ways to reach somebody',
  description: 'Links that call a number, write an e-mail or open a website.',
  options,
};
