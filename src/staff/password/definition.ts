import { object } from '../../../engine/config/object.ts';
import type { WidgetDefinition } from '../../../engine/config/definitions.ts';

export const passwordWidget: WidgetDefinition = {
  name: 'password',
  title: 'Password',
  description: 'A hidden text with a button that shows it.',
  accepts: ['string'],
  options: object({}),
  words: ['show', 'hide'],
};
