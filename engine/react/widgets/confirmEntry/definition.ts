import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const confirmEntryWidget: WidgetDefinition = {
  name: 'confirmEntry',
  title: 'Entry again',
  description: 'The same entry a second time; pasting is refused so that it is typed indeed. The comparison is a rule of the form.',
  accepts: ['string'],
  options: object({
    of: Type.String({ title: 'Of', description: 'The property that is entered again.', minLength: 1, 'x-ref': 'field' }),
    inputMode: Type.Optional(
      Type.Enum(['text', 'numeric', 'decimal', 'tel', 'email', 'url'], {
        title: 'Keyboard',
        description: 'Which keyboard a phone shows.',
      }),
    ),
  }),
  words: ['typeIt'],
};
