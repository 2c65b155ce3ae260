import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content' }),
  item: Cel('dyn', { title: 'Item', description: 'Id of the item, e.g. from the query of the route.' }),
  missing: Text({ title: 'When missing', description: 'Shown when there is no such item here and now.' }),
});
export type ContentDetailOptions = Static<typeof options>;

export const contentDetailBlock: BlockDefinition = {
  name: 'contentDetail',
  title: 'Content in full',
  description: 'One item: its picture or film, its text, its document, and where it leads.',
  options,
};
