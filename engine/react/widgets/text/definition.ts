import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';
import { filled, fitsMask } from '../../../form/typingMask.ts';

export const textWidget: WidgetDefinition = {
  name: 'text',
  title: 'Text',
  description: 'A text of one or more lines.',
  accepts: ['string'],
  options: object({
    rows: Type.Optional(Type.Integer({ title: 'Rows', description: 'More than one makes a multi-line field.', minimum: 1, maximum: 12 })),
    prefix: Type.Optional(Type.String({ title: 'Prefix', description: 'Shown before the text but not stored.' })),
    inputMode: Type.Optional(
      Type.Enum(['text', 'numeric', 'decimal', 'tel', 'email', 'url'], {
        title: 'Keyboard',
        description: 'Keyboard that a phone shows.',
      }),
    ),
    mask: Type.Optional(
      Type.String({
        title: 'Mask',
        description:
          'Grouping while typing: 0 is a digit, A a letter, * either; other characters are separators, which are not stored. Example: 0000 0000 0000.',
        pattern: '^[0A*]',
      }),
    ),
  }),
  fits: (value, { mask }) => typeof mask !== 'string' || (typeof value === 'string' && fitsMask(value, mask)),
  longer: (value, { mask }) => (typeof mask === 'string' ? filled(value, mask) : []),
};
