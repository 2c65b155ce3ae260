import Type, { type Static } from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

const options = object({
  source: Type.String({
    title: 'Source',
    description: 'Folder of the lists: index.json has the top level, <code>.json everything below one of its entries.',
    pattern: '^[a-z][A-Za-z0-9]*$',
  }),
  levels: Type.Array(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), {
    title: 'Levels',
    description: 'Properties of the answer, top level first.',
    minItems: 1,
    uniqueItems: true,
  }),
});
export type CascadeOptions = Static<typeof options>;

export const cascadeWidget: WidgetDefinition = {
  name: 'cascade',
  title: 'Cascade',
  description:
    'An entry of a tree, chosen level by level. Each list is fetched when it is needed. The answer is { code, name } for each level.',
  accepts: ['object'],
  options,
  words: ['loading', 'failed', 'retry'],
};
