import type { Static } from 'typebox';
import { object } from '../../../config/object.ts';
import { Cel, Ref, Text } from '../../../config/annotations.ts';
import type { BlockDefinition } from '../../../config/definitions.ts';

const options = object({
  content: Ref('content', { title: 'Content' }),
  item: Cel('dyn', { title: 'Item', description: 'Id of the item, e.g. from the query of the route.' }),
  missing: Text({ title: 'When missing', description: 'Shown if there is no such item or it does not apply.' }),
});
export type ContentDetailOptions = Static<typeof options>;

export const contentDetailBlock: BlockDefinition = {
  name: 'contentDetail',
  title: 'Content in full',
  description: 'One item with its picture or film, text, document and link.',
  options,
};
