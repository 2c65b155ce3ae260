import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FormSchema, PropertySchema } from '../../../../engine/config/form.ts';
import type { FormUi } from '../../../../engine/config/formUi.ts';
import type { FormModule, RuleModule } from '../../../../engine/form/types.ts';
import { industryCodes } from './words.ts';

const level: PropertySchema = {
  type: 'object',
  required: ['code', 'name'],
  properties: { code: { type: 'string' }, name: { type: 'string' } },
};
const relationship: PropertySchema = { type: 'string', enum: ['parents', 'spouse', 'friends'], 'x-enum': 'relationship' };
const phone: PropertySchema = { type: 'string', pattern: '^9\\d{9}$' };

export const schema: FormSchema = {
  id: 'gallery',
  type: 'object',
  required: ['name', 'card', 'phone', 'code', 'birthDate', 'gender', 'industry', 'place', 'contacts', 'accountAgain', 'idPhoto', 'consent'],
  properties: {
    name: { type: 'string', minLength: 2 },
    notes: { type: 'string' },
    badgeKind: { type: 'string', enum: ['club', 'union'] },
    badge: { type: 'string' },
    zip: { type: 'string', pattern: '^\\d{6}$' },
    card: { type: 'string', pattern: '^\\d{12}$' },
    income: { type: 'number', minimum: 1 },
    phone,
    code: { type: 'string', minLength: 4, maxLength: 4 },
    birthDate: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    graduated: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
    gender: { type: 'string', enum: ['female', 'male'], 'x-enum': 'gender' },
    payCycle: { type: 'string', enum: ['weekly', 'biWeekly', 'monthly', 'other'], 'x-enum': 'payCycle' },
    spouse: { type: 'string' },
    industry: { type: 'string', enum: industryCodes, 'x-enum': 'industry' },
    place: {
      type: 'object',
      required: ['province', 'city', 'district'],
      properties: { province: level, city: level, district: level },
    },
    contacts: {
      type: 'array',
      minItems: 3,
      items: {
        type: 'object',
        required: ['name', 'phone', 'relationship'],
        properties: { name: { type: 'string' }, phone, relationship },
      },
    },
    account: { type: 'string' },
    accountAgain: { type: 'string' },
    idPhoto: { type: 'string' },
    selfie: { type: 'string' },
    imageCode: { type: 'object' },
    consent: { type: 'boolean', const: true },
  },
};

export const ui: FormUi = {
  id: 'gallery',
  order: Object.keys(schema.properties),
  fields: {
    name: { 'ui:normalise': ['noChinese', 'collapseSpaces', 'trim'], 'ui:autocomplete': 'name' },
    notes: { 'ui:options': { rows: 3 } },
    badgeKind: { 'ui:widget': 'select' },
    badge: {
      'ui:normalise': ['upperCase', 'noSeparators'],
      'ui:variants': {
        by: 'badgeKind',
        options: { club: { mask: '*00-00-000000' }, union: { mask: '00-0000000-0', inputMode: 'numeric' } },
      },
    },
    zip: { 'ui:normalise': ['noSeparators'], 'ui:complete': { digits: 4, prefix: '00' } },
    card: { 'ui:normalise': ['noSeparators'], 'ui:options': { mask: '0000 0000 0000', inputMode: 'numeric' } },
    income: { 'ui:options': { prefix: '₱' } },
    phone: { 'ui:widget': 'phone', 'ui:options': { countryCode: '+63' }, 'ui:autocomplete': 'tel-national' },
    code: { 'ui:widget': 'oneTimeCode' },
    birthDate: { 'ui:widget': 'date', 'ui:options': { min: '-100y', max: 'today' }, 'ui:autocomplete': 'bday' },
    graduated: { 'ui:widget': 'date', 'ui:options': { precision: 'month' } },
    gender: { 'ui:widget': 'radioCards', 'ui:options': { columns: 2, icons: { female: 'user', male: 'user' } } },
    place: { 'ui:widget': 'cascade', 'ui:options': { source: 'places', levels: ['province', 'city', 'district'] } },
    contacts: {
      'ui:widget': 'contactList',
      items: {
        name: { 'ui:normalise': ['noChinese', 'trim'] },
        phone: { 'ui:widget': 'phone', 'ui:options': { countryCode: '+63' } },
        relationship: { 'ui:widget': 'select' },
      },
    },
    account: { 'ui:normalise': ['noSeparators'], 'ui:options': { inputMode: 'numeric' } },
    accountAgain: { 'ui:widget': 'confirmEntry', 'ui:normalise': ['noSeparators'], 'ui:options': { of: 'account', inputMode: 'numeric' } },
    idPhoto: {
      'ui:widget': 'photo',
      'ui:options': { purpose: 'identity', quality: { minShortEdgePx: 480, minSharpness: 30, minBrightness: 40, maxBrightness: 235 } },
    },
    selfie: { 'ui:widget': 'photo', 'ui:options': { purpose: 'selfie', facing: 'user' } },
    imageCode: { 'ui:widget': 'imageCode' },
    consent: { 'ui:widget': 'checkbox', 'ui:options': { route: '/privacy' } },
  },
};

const ajv = new Ajv2020({ allErrors: true, strict: false });

const rules: RuleModule[] = [
  {
    scope: '',
    at: 'accountAgain',
    error: 'mismatch',
    reads: ['account', 'accountAgain'],
    assert: ({ self }) => self?.['account'] === self?.['accountAgain'],
  },
];

/** A hand-made module for a schema, as the compiler would emit it. */
export function moduleOf(form: FormSchema, when: Record<string, (self: Record<string, unknown>) => boolean> = {}): FormModule {
  const fields = Object.entries(form.properties).map(([name, property]) => {
    const condition = when[name];
    return [
      name,
      {
        required: form.required?.includes(name) ?? false,
        validate: ajv.compile(property) as FormModule['fields'][string]['validate'],
        ...(condition ? { when: ({ self }: { self?: Record<string, unknown> }) => condition(self ?? {}) } : {}),
      },
    ] as const;
  });
  return { id: form.id, fields: Object.fromEntries(fields), rules: form.id === 'gallery' ? rules : [] };
}

export const galleryModule = moduleOf(schema, { spouse: (self) => self['payCycle'] === 'other' });

/** A long form with a given number of fields, for measurements. */
export function longForm(count: number): { schema: FormSchema; ui: FormUi } {
  const names = Array.from({ length: count }, (_, index) => `field${index}`);
  return {
    schema: {
      id: 'long',
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 2 }])),
    },
    ui: { id: 'long', order: names, fields: {} },
  };
}
