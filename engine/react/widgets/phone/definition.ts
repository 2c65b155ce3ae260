import Type from 'typebox';
import { object } from '../../../config/object.ts';
import type { WidgetDefinition } from '../../../config/definitions.ts';

export const phoneWidget: WidgetDefinition = {
  name: 'phone',
  title: 'Phone',
  description: 'A mobile number in national format after its country code.',
  accepts: ['string'],
  alike: ({ countryCode }, { pattern = '' }) => ({ key: `the pattern ${pattern}`, option: 'countryCode', value: countryCode }),
  options: object({
    countryCode: Type.Optional(
      Type.String({
        title: 'Country code',
        description: 'Shown before the number and removed from pasted text, e.g. +63.',
        pattern: '^\\+[0-9]{1,3}$',
      }),
    ),
  }),
};
