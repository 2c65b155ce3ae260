import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  op: Ref('operation', { title: 'Operation', description: 'Runs when the screen appears, and then at an interval. Must be idempotent.' }),
  with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Input', description: 'For both operations.' })),
  everySeconds: Type.Integer({ title: 'Every (s)', description: 'Pauses while the page is hidden.', minimum: 10, maximum: 3600 }),
  end: Ref('operation', { title: 'End', description: 'Runs once nothing shows this any more.' }),
});
export type WhileShownOptions = Static<typeof options>;

export const whileShownBlock: BlockDefinition = {
  name: 'whileShown',
  title: 'While shown',
  description: 'An invisible block that holds something, such as a claim, while it is shown: it acquires it, renews it and releases it.',
  options,
};
