import type { TermField } from '../../contract/staff/studioTerms.ts';

/** The parts of a meta-schema that a form needs. */
interface Described {
  type?: unknown;
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Described>>;
  items?: Described;
  'x-unit'?: TermField['unit'];
  'x-day'?: true;
  'x-cel'?: unknown;
}

const unnamed = new Set(['$schema', '$comment', 'id']);

/** The editable values of a file, with the titles and descriptions of its meta-schema. Conditions can be edited only in the file. */
export function fieldsOf(schema: Described, value: unknown, at = '', group = ''): TermField[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      fieldsOf(schema.items ?? {}, item, `${at}/${index}`, `${schema.items?.title ?? group} ${index + 1}`),
    );
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const own = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!own || unnamed.has(name)) return [];
      const isGroup = typeof inner === 'object' && inner !== null;
      const title = own.title ?? name;
      return fieldsOf(own, inner, `${at}/${name}`, isGroup && title !== 'Parameters' ? [group, title].filter(Boolean).join(', ') : group);
    });
  }
  if (schema['x-cel'] !== undefined) return [];
  const { title = at.slice(at.lastIndexOf('/') + 1), description, enum: options } = schema;
  const unit = unitOf(schema);
  return [
    {
      pointer: at,
      group,
      title,
      unit,
      ...(description !== undefined && { description }),
      ...(unit === 'choice' && { options: (options ?? []).map(String) }),
    },
  ];
}

function unitOf({ type, enum: options, 'x-unit': unit, 'x-day': day }: Described): TermField['unit'] {
  if (unit !== undefined) return unit;
  if (day) return 'day';
  if (options) return 'choice';
  if (type === 'boolean') return 'boolean';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}
