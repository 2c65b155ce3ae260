import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const oneTimeCodeWidget: WidgetDefinition = {
  name: 'oneTimeCode',
  title: 'One-time code',
  description:
    'A code that was sent by SMS; as many cells as the schema allows characters (maxLength). Filled in by the phone where it can; sends the form when it is complete and nothing else is asked.',
  accepts: ['string'],
  options: object({}),
  sensitivity: 'secret',
};
