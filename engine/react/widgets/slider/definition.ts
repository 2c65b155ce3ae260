import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const sliderWidget: WidgetDefinition = {
  name: 'slider',
  title: 'Slider',
  description: 'A number between minimum and maximum, in steps of multipleOf. It is the range widget of rjsf’s Bootstrap theme.',
  accepts: ['number', 'integer'],
  options: object({}),
};
