import Type from 'typebox';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const cascadeWidget: WidgetDefinition = {
  name: 'cascade',
  title: 'Cascade',
  description:
    'A place, from the largest to the smallest; each list is fetched when it is needed. The answer is { code, name } for each level.',
  accepts: ['object'],
  options: Type.Object(
    {
      source: Type.Literal('places', { title: 'Source', description: 'Folder of the lists.' }),
      levels: Type.Array(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), {
        title: 'Levels',
        description: 'Properties of the answer, largest first.',
        minItems: 3,
        maxItems: 3,
      }),
    },
    { additionalProperties: false },
  ),
  words: ['loading', 'failed', 'retry'],
};
