import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const confirmEntryWidget: WidgetDefinition = {
  name: 'confirmEntry',
  title: 'Entry again',
  description: 'A repeated entry. Pasting is blocked so that people type it. A rule of the form compares both.',
  accepts: ['string'],
  options: object({
    of: Type.String({ title: 'Of', description: 'The property to enter again.', minLength: 1, 'x-ref': 'field' }),
    inputMode: Type.Optional(
      Type.Enum(['text', 'numeric', 'decimal', 'tel', 'email', 'url'], {
        title: 'Keyboard',
        description: 'Keyboard that a phone shows.',
      }),
    ),
  }),
  words: ['typeIt'],
};
