import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const reorder = Type.Optional(Type.Boolean({ title: 'Reorder', description: 'The person can change the order; by default false.' }));

export const listWidget: WidgetDefinition = {
  name: 'list',
  title: 'List',
  description: 'A list of texts, or of items with fields of their own. minItems and maxItems limit the number.',
  accepts: ['array'],
  isStructure: true,
  options: object({ reorder }),
  words: ['item', 'add', 'remove', 'up', 'down', 'added', 'removed', 'moved'],
};
