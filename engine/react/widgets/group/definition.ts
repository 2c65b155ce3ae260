import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const groupWidget: WidgetDefinition = {
  name: 'group',
  title: 'Group',
  description: 'Several fields that belong together under one caption. The answer is an object.',
  accepts: ['object'],
  isStructure: true,
  options: object({}),
};
