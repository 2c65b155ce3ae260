import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';
import { fitsMask } from './mask.ts';

export const textWidget: WidgetDefinition = {
  name: 'text',
  title: 'Text',
  description: 'One line of text, or several.',
  accepts: ['string'],
  options: object({
    rows: Type.Optional(
      Type.Integer({ title: 'Rows', description: 'More than one gives a field of several lines.', minimum: 1, maximum: 12 }),
    ),
    prefix: Type.Optional(Type.String({ title: 'Prefix', description: 'Shown before the text, not stored.' })),
    inputMode: Type.Optional(
      Type.Enum(['text', 'numeric', 'decimal', 'tel', 'email', 'url'], {
        title: 'Keyboard',
        description: 'Which keyboard a phone shows.',
      }),
    ),
    mask: Type.Optional(
      Type.String({
        title: 'Mask',
        description:
          'How the text is grouped while it is typed: 0 for a digit, A for a letter, * for either, anything else as it stands: 0000 0000 0000. What stands between is not stored.',
        pattern: '^[0A*]',
      }),
    ),
  }),
  fits: (value, { mask }) => typeof mask !== 'string' || (typeof value === 'string' && fitsMask(value, mask)),
};
