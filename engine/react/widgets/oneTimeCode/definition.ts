import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const oneTimeCodeWidget: WidgetDefinition = {
  name: 'oneTimeCode',
  title: 'One-time code',
  description:
    'A code sent by SMS, with one cell per character (maxLength). The phone fills it in where possible. A complete code submits the form if it has no other fields.',
  accepts: ['string'],
  options: object({}),
  sensitivity: 'secret',
};
