import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  op: Ref('operation', { title: 'Operation', description: 'Must be harmless when done twice; a failure is not shown.' }),
  with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input' })),
});
export type OnShowOptions = Static<typeof options>;

export const onShowBlock: BlockDefinition = {
  name: 'onShow',
  title: 'When shown',
  description: 'Shows nothing, and does something when it comes into sight: e.g. marks what is read as read.',
  options,
};
