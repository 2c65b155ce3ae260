import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Id, Ref, SchemaRef } from './annotations.ts';

/** The tokens of WHATWG HTML, "Autofill field names", that forms can use: no passwords, no cards. */
const autofillTokens = [
  'name',
  'given-name',
  'additional-name',
  'family-name',
  'nickname',
  'organization',
  'organization-title',
  'username',
  'current-password',
  'new-password',
  'street-address',
  'address-level[1-4]',
  'postal-code',
  'country-name',
  'language',
  'bday',
  'sex',
  'url',
  'one-time-code',
];
/** The tokens that allow "work" or "home" before them. */
const contactTokens = ['email', 'tel', 'tel-national', 'impp'];

/** The options of every widget. A widget's own options are in `ui:options`, and its schema checks them. */
export const FieldUi = object(
  {
    'ui:widget': Type.Optional(
      Ref('widget', { title: 'Widget', description: 'Registered name of the widget; by default chosen from the type.' }),
    ),
    'ui:options': Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Options',
        description: 'Options of the widget, checked by its own schema.',
        'x-widget-options': true,
      }),
    ),
    'ui:normalise': Type.Optional(
      Type.Array(Type.String({ 'x-ref': 'normaliser' }), {
        title: 'Normalise',
        description: 'Normalisers applied to what is typed, in order: trim, noChinese, noSeparators, upperCase …',
      }),
    ),
    'ui:complete': Type.Optional(
      object(
        {
          digits: Type.Integer({
            title: 'Digits',
            description: 'Only a number of exactly so many digits is completed.',
            minimum: 1,
            maximum: 40,
          }),
          prefix: Type.String({ title: 'Prefix', description: 'The prefix to add.', minLength: 1, maxLength: 20 }),
        },
        {
          title: 'Complete',
          description: 'Prefix that completes a shorter spelling on blur, e.g. 00 before a four-digit ZIP code.',
        },
      ),
    ),
    'ui:variants': Type.Optional(
      object(
        {
          by: Type.String({ title: 'By', description: 'The enum field whose answer selects the variant.', minLength: 1 }),
          options: Type.Record(
            Type.String(),
            Type.Record(Type.String(), Type.Unknown(), {
              title: 'Options',
              description: 'Options of the widget; they override ui:options.',
            }),
            { title: 'Options by code', description: 'Each code has its own hint too: forms.<form>.<field>.hints.<code>.' },
          ),
        },
        { title: 'Variants', description: 'Options and a hint that depend on the answer to another field: a mask for each type of ID.' },
      ),
    ),
    'ui:autocomplete': Type.Optional(
      Type.String({
        title: 'Autocomplete',
        description:
          'HTML autofill token, e.g. given-name or work tel. Use off if no token fits or the browser should not fill in the field.',
        pattern: `^(off|${autofillTokens.join('|')}|((work|home) )?(${contactTokens.join('|')}))$`,
      }),
    ),
    $comment: Type.Optional(Type.String({ title: 'Comment', description: 'A note for editors, e.g. why the browser fills nothing in.' })),
    items: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: 'Parts',
        description: 'The same options for each property of the object, or of each item of the list.',
        'x-meta': 'fieldUiMap',
      }),
    ),
  },
  { title: 'Field' },
);
export type FieldUi = Omit<Static<typeof FieldUi>, 'items'> & { items?: Record<string, FieldUi> };

export const FormUi = object(
  {
    $schema: SchemaRef,
    id: Id({ description: 'The id of the form it belongs to.' }),
    $comment: Type.Optional(Type.String()),
    order: Type.Array(Type.String(), {
      title: 'Order',
      description: 'Every property, in the order in which the form asks for it.',
      uniqueItems: true,
    }),
    fields: Type.Record(Type.String(), FieldUi, { title: 'Fields', description: 'The widget and options of each property.' }),
  },
  { title: 'Form layout', description: 'The layout of a form: order, widgets, normalisers. Turned into an rjsf uiSchema.' },
);
export interface FormUi extends Omit<Static<typeof FormUi>, 'fields'> {
  fields: Record<string, FieldUi>;
}
