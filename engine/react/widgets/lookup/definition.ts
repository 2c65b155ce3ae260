import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const lookupWidget: WidgetDefinition = {
  name: 'lookup',
  title: 'Lookup',
  description: 'An entry of a list on the server, found by typing. The answer is { code, name }.',
  accepts: ['object'],
  isForLookup: true,
  options: object({}),
  words: ['type', 'searching', 'failed', 'retry'],
};
