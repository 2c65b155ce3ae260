import Type, { type Static } from 'typebox';
import { object } from './object.ts';
import { Cel, Id, Ref, SchemaRef } from './annotations.ts';

const ruleNotes = {
  title: 'Rules',
  description: 'Rules across fields, modelled on Kubernetes validation rules.',
};

export const Rule = object({
  assert: Cel('bool', { title: 'Assertion', description: 'CEL that must be true. self is the object or item that has the rule.' }),
  at: Type.String({ title: 'At', description: 'The property that shows the problem.', minLength: 1 }),
  error: Type.String({
    title: 'Error',
    description: 'Key of the message in the errors of that field.',
    pattern: '^[a-z][A-Za-z0-9]*$',
  }),
});
export type Rule = Static<typeof Rule>;

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

/** The JSON Schema keywords of properties, items and shared formats, and our own. */
const keywords = {
  $ref: Type.Optional(Type.String({ title: 'Reference', description: 'Relative path of an enum or a format.' })),
  type: Type.Optional(Type.Enum(['string', 'number', 'integer', 'boolean', 'object', 'array'], { title: 'Type' })),
  enum: Type.Optional(Type.Array(Scalar, { title: 'Allowed values', minItems: 1 })),
  const: Type.Optional(Scalar),
  pattern: Type.Optional(Type.String({ title: 'Pattern', description: 'Regular expression (ECMA-262, unicode).' })),
  format: Type.Optional(Type.Enum(['date'], { title: 'Format', description: 'date: a real calendar day, YYYY-MM-DD.' })),
  minLength: Type.Optional(Type.Integer({ minimum: 0 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 0 })),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  exclusiveMinimum: Type.Optional(Type.Number()),
  exclusiveMaximum: Type.Optional(Type.Number()),
  multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  minItems: Type.Optional(Type.Integer({ minimum: 0 })),
  maxItems: Type.Optional(Type.Integer({ minimum: 0 })),
  uniqueItems: Type.Optional(Type.Boolean()),
  required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  default: Type.Optional(
    Type.Unknown({ title: 'Default', description: 'Initial answer of an untouched field. The person can change it.' }),
  ),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  $comment: Type.Optional(Type.String()),
  additionalProperties: Type.Optional(Type.Literal(false)),
  'x-sensitive': Type.Optional(
    Type.Enum(['pii', 'secret'], {
      title: 'Sensitive',
      description:
        'Encrypted at rest, masked in logs and on staff screens, absent from analytics. Its owner sees pii as it is, and secret after a tap with a fresh login.',
    }),
  ),
};

/** A branch of a choice. */
const oneOf = Type.Optional(
  Type.Array(
    object(
      {
        $comment: Type.Optional(Type.String()),
        properties: Type.Record(Type.String(), Type.Unknown({ 'x-meta': 'property' }), {
          title: 'Properties',
          description: 'The property that chooses, with its code in "const", and those that this code asks for.',
        }),
        required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
      },
      { title: 'Branch' },
    ),
    { title: 'Choice', description: 'The code of one property decides which others are asked for.', minItems: 2 },
  ),
);

/**
 * One answer, or an item of a list. Allows `oneOf` with `const` and `pattern` alternatives below the root. Recursion is a $ref to
 * the named definition, so that the meta-schema stays plain JSON Schema.
 */
export const PropertySchema = object(
  {
    ...keywords,
    properties: Type.Optional(Type.Record(Type.String(), Type.Unknown({ 'x-meta': 'property' }))),
    items: Type.Optional(Type.Unknown({ 'x-meta': 'property' })),
    oneOf,
    anyOf: Type.Optional(Type.Array(Type.Unknown({ 'x-meta': 'property' }), { minItems: 1 })),
    'x-when': Type.Optional(
      Cel('bool', {
        title: 'Applies when',
        description: 'The property applies only while this holds. It may read self, earlier forms, session and today.',
      }),
    ),
    'x-value': Type.Optional(
      Cel('dyn', {
        title: 'Value',
        description:
          'Computes the answer from earlier ones, in the browser and again on the server. Nobody types it. It may read the same values as x-when.',
      }),
    ),
    'x-lookup': Type.Optional(
      Ref('lookup', {
        title: 'Lookup',
        description: 'The answer is an entry of this list on the server: { code, name }. The server checks it when the step is saved.',
      }),
    ),
    'x-lines': Type.Optional(
      Type.Literal(true, {
        title: 'Lines',
        description: 'Allows line breaks in the text. Without it, a line break is refused.',
      }),
    ),
    'x-transient': Type.Optional(
      Type.Boolean({ title: 'Transient', description: 'Validated, never stored, never asked again: a confirmation, a code.' }),
    ),
    'x-rules': Type.Optional(Type.Array(Rule, ruleNotes)),
  },
  { title: 'Property', description: 'The JSON Schema of one answer.' },
);
export interface PropertySchema extends Omit<Static<typeof PropertySchema>, 'properties' | 'items' | 'anyOf' | 'oneOf'> {
  properties?: Record<string, PropertySchema>;
  items?: PropertySchema;
  anyOf?: PropertySchema[];
  /** Only in files: the compiler turns it into conditions (compiler/project/choices.ts). */
  oneOf?: Branch[];
  /** Set by the compiler if a $ref named an enum: the id of its labels. */
  'x-enum'?: string;
  /** Set by the compiler with `x-enum`: codes that only stored answers may have. */
  'x-withdrawn'?: string[];
  /** Set by the compiler if a $ref named a format: the id of its messages. */
  'x-format'?: string;
}

export interface Branch {
  properties: Record<string, PropertySchema>;
  required?: string[];
}

export const FormSchema = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    type: Type.Literal('object'),
    properties: Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), PropertySchema, {
      title: 'Properties',
      description: 'The answers of the form, by name.',
      minProperties: 1,
    }),
    required: Type.Optional(
      Type.Array(Type.String(), {
        title: 'Required',
        description: 'Properties that must be answered whenever they apply.',
        uniqueItems: true,
      }),
    ),
    oneOf,
    additionalProperties: Type.Optional(Type.Literal(false)),
    'x-rules': Type.Optional(Type.Array(Rule, ruleNotes)),
    examples: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        title: 'Examples',
        description: 'Answers that must be valid. The compiler checks them.',
      }),
    ),
  },
  { title: 'Form', description: 'The answers of one form as a JSON Schema (2020-12).' },
);
export interface FormSchema extends Omit<Static<typeof FormSchema>, 'properties' | 'oneOf'> {
  properties: Record<string, PropertySchema>;
  /** Only in files, like a property's. */
  oneOf?: Branch[];
}

export const EnumSchema = object(
  {
    $schema: SchemaRef,
    id: Id(),
    $comment: Type.Optional(Type.String()),
    type: Type.Literal('string'),
    enum: Type.Array(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_+-]*$' }), {
      title: 'Codes',
      description: 'Codes. Their labels are in locales/<language>/enums.json.',
      minItems: 1,
    }),
    'x-withdrawn': Type.Optional(
      Type.Array(Type.String(), {
        title: 'Withdrawn',
        description: 'Codes that can no longer be chosen. Stored answers keep them, with their labels.',
        minItems: 1,
        uniqueItems: true,
      }),
    ),
  },
  { title: 'Enum', description: 'A list of codes, shared by $ref.' },
);
export type EnumSchema = Static<typeof EnumSchema>;

export const FormatSchema = object(
  {
    ...PropertySchema.properties,
    $schema: SchemaRef,
    id: Id(),
    examples: Type.Optional(
      Type.Array(Type.Unknown(), { title: 'Examples', description: 'Values that must be valid, including the shortest and the longest.' }),
    ),
    rejects: Type.Optional(
      Type.Array(Type.Unknown(), { title: 'Rejects', description: 'Values that must be invalid, each for one reason.', minItems: 1 }),
    ),
  },
  { title: 'Format', description: 'A shared JSON Schema for one kind of value, e.g. a phone number.' },
);
export type FormatSchema = PropertySchema & { $schema?: string; id: string; examples?: unknown[]; rejects?: unknown[] };
