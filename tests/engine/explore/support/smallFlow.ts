import type { SourceFile } from '../../../../engine/compiler/types.ts';
import type { Random } from '../../../../engine/fake/index.ts';

/** A field of a generated form, and all values it can have. */
export interface SmallField {
  name: string;
  schema: Record<string, unknown>;
  values: readonly unknown[];
  required: boolean;
}

export interface SmallFlow {
  files: SourceFile[];
  forms: { id: string; fields: SmallField[] }[];
}

const kinds: ((name: string) => Omit<SmallField, 'name' | 'required'>)[] = [
  () => ({ schema: { $ref: '../enums/letter.schema.json' }, values: ['a', 'b', 'c'] }),
  () => ({ schema: { type: 'boolean' }, values: [true, false] }),
  () => ({ schema: { type: 'integer', minimum: 0, maximum: 3 }, values: [0, 1, 2, 3] }),
];

/** A configuration of three forms with random conditions, rules, steps and a table, small enough for brute force. */
export function smallFlow(random: Random): SmallFlow {
  const forms = ['one', 'two', 'three'].map((id) => ({ id, fields: ['x', 'y'].map((name) => field(name, random)) }));
  const json = (path: string, kind: string, value: object): SourceFile => ({
    path,
    text: JSON.stringify({ $schema: `${kind}.schema.json`, ...value }),
  });
  const earlier: [string, SmallField][] = [];
  const steps: object[] = [];
  const files: SourceFile[] = [];
  for (const [index, { id, fields }] of forms.entries()) {
    const when = index > 0 && random.chance(0.6) ? { when: condition(earlier, random) } : {};
    steps.push({ id, route: `/${id}`, form: id, ...when });
    const [x, y] = fields as [SmallField, SmallField];
    const yWhen = random.chance(0.7) ? { 'x-when': condition([...earlier, ['self', x]], random) } : {};
    const rules = random.chance(0.6)
      ? [{ assert: condition([...earlier, ['self', x], ['self', y]], random), at: random.pick(['x', 'y']), error: 'no' }]
      : [];
    files.push(
      json(`schemas/forms/${id}.schema.json`, 'form', {
        id,
        type: 'object',
        properties: { x: x.schema, y: { ...y.schema, ...yWhen } },
        required: fields.filter(({ required }) => required).map(({ name }) => name),
        ...(rules.length > 0 && { 'x-rules': rules }),
      }),
      json(`schemas/forms/${id}.ui.json`, 'formUi', { id, order: ['x', 'y'], fields: {} }),
      json(`flows/screens/${id}.screen.json`, 'screen', { id, route: `/${id}`, flow: 'small', blocks: [{ block: 'form', form: id }] }),
    );
    earlier.push([id, x], [id, y]);
  }
  const rows = Array.from({ length: 4 }, (_, index) => ({ when: condition(earlier, random), outcome: { row: index } }));
  files.push(
    json('flows/small.flow.json', 'flow', { id: 'small', version: 1, steps }),
    json('flows/decisions/table.decisions.json', 'decisionTable', { id: 'table', rows: [...rows, { outcome: { row: 4 } }] }),
  );
  files.push(...around(json));
  return { files, forms };
}

type Json = (path: string, kind: string, value: object) => SourceFile;

/** The other files that every configuration needs: settings, navigation, errors, texts. */
function around(json: Json): SourceFile[] {
  const errors = { no: 'no', required: 'fill' };
  const fields = { x: { label: 'x', errors }, y: { label: 'y', errors } };
  const titled = { title: 'title' };
  const form = { title: 'form', ...fields };
  const keywords = ['required', 'type', 'minimum', 'maximum', 'enum', 'const', 'pattern', 'format', 'minLength', 'maxLength'];
  const words = {
    forms: { one: form, two: form, three: form },
    enums: { letter: { a: 'a', b: 'b', c: 'c' } },
    screens: { one: titled, two: titled, three: titled },
    errors: {},
    common: { navigation: {}, validation: Object.fromEntries(keywords.map((keyword) => [keyword, 'wrong'])) },
  };
  return [
    json('schemas/enums/letter.schema.json', 'enum', { id: 'letter', type: 'string', enum: ['a', 'b', 'c'] }),
    json('flows/navigation.json', 'navigation', { capture: [], rules: [], tabs: [], notFound: 'one' }),
    json('flows/errors.json', 'errors', { errors: {} }),
    json('flows/settings.json', 'settings', {
      languages: { default: 'en', offered: [{ code: 'en', locale: 'en-US', name: 'English' }], prepared: [], translationLocale: 'en-US' },
      timeZone: 'Asia/Manila',
      currency: 'PHP',
      device: { mobileMarkers: ['Android'] },
      clickGuardMs: 1000,
      theme: 1,
      storageKey: 'small',
      clientDefaults: {},
      features: {},
      constants: {},
      apiBase: { test: '', production: '' },
    }),
    ...Object.entries(words).map(([namespace, value]) => json(`locales/en/${namespace}.json`, 'locale', value)),
  ];
}

function field(name: string, random: Random): SmallField {
  return { name, required: random.chance(0.6), ...random.pick(kinds)(name) };
}

/** One or two comparisons, guarded against absent values. */
function condition(readable: readonly [string, SmallField][], random: Random): string {
  const one = () => {
    const [owner, read] = random.pick(readable);
    const path = `${owner}.${read.name}`;
    const value = JSON.stringify(random.pick(read.values)).replaceAll('"', "'");
    const compare = typeof read.values[0] === 'number' ? random.pick(['==', '!=', '<', '<=', '>', '>=']) : random.pick(['==', '!=']);
    return random.chance(0.8) ? `(has(${path}) && ${path} ${compare} ${value})` : `!has(${path})`;
  };
  const first = one();
  return random.chance(0.5) ? first : `${first} ${random.pick(['&&', '||'])} ${random.chance(0.3) ? '!' : ''}${one()}`;
}
