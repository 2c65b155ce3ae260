import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  op: Ref('operation', { title: 'Operation', description: 'Must be idempotent. Failures are not shown.' }),
  with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input' })),
});
export type OnShowOptions = Static<typeof options>;

export const onShowBlock: BlockDefinition = {
  name: 'onShow',
  title: 'When shown',
  description: 'An invisible block that runs an operation when it scrolls into view, e.g. to mark messages as read.',
  options,
};
