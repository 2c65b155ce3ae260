import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  text: Type.Optional(Text({ title: 'Label', description: 'By default common.blocks.continueLater.do.' })),
  flow: Type.Optional(Ref('flow', { title: 'Flow', description: 'By default the flow of the screen.' })),
});
export type ContinueLaterOptions = Static<typeof options>;

export const continueLaterBlock: BlockDefinition = {
  name: 'continueLater',
  title: 'Continue later',
  description: 'A button that sends customers a link to the flow by SMS, and shows the link to copy or share.',
  options,
  words: ['do', 'title', 'sent', 'safe', 'label', 'copy', 'copied', 'notCopied', 'share', 'shareText'],
  wordsAreLocal: true,
};
