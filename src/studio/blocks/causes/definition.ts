import type { Static } from 'typebox';
import { Cel, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';
import { object } from '../../../../engine/config/object.ts';

const options = object({
  text: Text({ title: 'Text', description: 'What happened.' }),
  causes: Cel('dyn', { title: 'Causes', description: 'Why, as the server lists it: codes of refusals, or of what the guardrails found.' }),
});
export type CausesOptions = Static<typeof options>;

export const causesBlock: BlockDefinition = {
  name: 'causes',
  title: 'Causes',
  description: 'A warning that says why something happened by itself, such as the pause of a rollout.',
  options,
  words: ['moreErrors', 'moreVisitorErrors', 'moreDropOff', 'pausedBy', 'told'],
};
