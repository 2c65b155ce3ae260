import type { FormUi } from '../../../config/formUi.ts';
import type { FormSchema, PropertySchema } from '../../../config/form.ts';
import type { FormModule } from '../../../form/types.ts';

const name = { type: 'string', maxLength: 80 } as const;
const entry = { type: 'object', properties: { code: { type: 'string' }, name: { type: 'string' } } } satisfies PropertySchema;

/** One field for each widget, with a schema that the widget supports. */
const fields: Record<string, { schema: PropertySchema; options?: Record<string, unknown> }> = {
  text: { schema: name },
  number: { schema: { type: 'number', minimum: 0 } },
  phone: { schema: { type: 'string', pattern: '^9\\d{9}$' }, options: { countryCode: '+63' } },
  oneTimeCode: { schema: { type: 'string', maxLength: 4 } },
  imageCode: { schema: { type: 'object' } },
  date: { schema: { type: 'string', format: 'date' }, options: { min: '-100y', max: 'today' } },
  select: { schema: { type: 'string', enum: ['a', 'b', 'c'] } },
  radioCards: { schema: { type: 'string', enum: ['a', 'b'] } },
  checkbox: { schema: { type: 'boolean' } },
  checkboxes: { schema: { type: 'array', items: { enum: ['a', 'b', 'c'] } } },
  cascade: {
    schema: { type: 'object', properties: { region: entry, city: entry, district: entry } },
    options: { source: 'places', levels: ['region', 'city', 'district'] },
  },
  lookup: { schema: { ...entry, 'x-lookup': 'gallery' } },
  group: { schema: { type: 'object', properties: { name, phone: { type: 'string' } } } },
  list: { schema: { type: 'array', minItems: 1, maxItems: 5, items: name }, options: { reorder: true } },
  contactList: {
    schema: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'object', properties: { name, phone: { type: 'string' } } } },
    options: { reorder: true },
  },
  photo: { schema: { type: 'string' }, options: { purpose: 'gallery' } },
  file: { schema: { type: 'string' }, options: { purpose: 'gallery', types: ['pdf', 'photo'] } },
  slider: { schema: { type: 'integer', minimum: 0, maximum: 10 } },
  confirmEntry: { schema: { type: 'string' }, options: { of: 'text' } },
  output: { schema: { type: 'string', 'x-value': 'self.text' } },
};

const id = 'gallery';

export const gallery = {
  definition: {
    schema: {
      id,
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([widget, { schema }]) => [widget, schema])),
    } satisfies FormSchema,
    ui: {
      id,
      order: Object.keys(fields),
      fields: Object.fromEntries(
        Object.entries(fields).map(([widget, { options }]) => [
          widget,
          { 'ui:widget': widget, ...(options ? { 'ui:options': options } : {}) },
        ]),
      ),
    } satisfies FormUi,
  },
  module: {
    id,
    fields: {
      ...Object.fromEntries(Object.keys(fields).map((widget) => [widget, { required: false, validate: () => true }])),
      output: { required: false, validate: () => true, derived: { reads: ['text'], compute: ({ self }) => self?.['text'] } },
    },
    rules: [],
  } satisfies FormModule,
};
