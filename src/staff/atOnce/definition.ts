import type { Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Action } from '../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../engine/config/definitions.ts';

const options = object({ do: Action({ title: 'Action', description: 'Runs once, as soon as the screen shows the block.' }) });
export type AtOnceOptions = Static<typeof options>;

export const atOnceBlock: BlockDefinition = {
  name: 'atOnce',
  title: 'At once',
  description: 'Runs an action without a click, where there is nothing to decide. A refusal is answered as after a click.',
  options,
};
