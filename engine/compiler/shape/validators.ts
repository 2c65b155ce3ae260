import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Compile } from 'typebox/schema';
import type { KindDefinition, Registry } from '../../config/definitions.ts';
import type { Finding } from '../diagnostics.ts';
import { explain } from './explain.ts';
import { blockSchema, expandMetaSchema, kindsOf, type Schema } from './metaSchemas.ts';

/** Checks values against the meta-schemas of a registry. Validators are compiled on first use and cached with the registry. */
export interface Shapes {
  kinds: Readonly<Record<string, KindDefinition<string>>>;
  file(kind: string, value: unknown): Finding[];
  block(name: string, value: unknown, pointer: string): Finding[];
  widgetOptions(name: string, value: unknown, pointer: string): Finding[];
  /** An outcome of a decision table whose outcomes code knows. */
  outcome(table: string, which: string, value: unknown, pointer: string): Finding[];
}

interface Shape {
  schema: Schema;
  fits: (value: unknown) => boolean;
  /** Compiled when the first value fails, to explain why. */
  validate?: ValidateFunction;
}

/** Almost every value is valid, and typebox compiles much faster than ajv. Only an invalid value needs ajv's errors. */
function shapeOf(schema: Schema): Shape {
  const compiled = Compile(schema);
  return { schema, fits: (value) => compiled.Check(value) };
}

const known = new WeakMap<Registry, Shapes>();

export function shapesOf(registry: Registry): Shapes {
  const found = known.get(registry) ?? createShapes(registry);
  known.set(registry, found);
  return found;
}

function createShapes(registry: Registry): Shapes {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  const shapes = new Map<string, Shape>();
  const kinds = kindsOf(registry);

  function check(key: string, schema: () => Schema, value: unknown, pointer: string): Finding[] {
    let shape = shapes.get(key);
    if (!shape) shapes.set(key, (shape = shapeOf(schema())));
    if (shape.fits(value)) return [];
    const validate = (shape.validate ??= ajv.compile(shape.schema));
    return validate(value) ? [] : explain(validate.errors ?? [], value, pointer);
  }

  return {
    kinds,
    file: (kind, value) => check(`kind ${kind}`, () => expandMetaSchema(kinds[kind]?.metaSchema, registry, 'open'), value, ''),
    block: (name, value, pointer) =>
      check(`block ${name}`, () => expandMetaSchema(blockSchema(name, registry.blocks[name]?.options), registry, 'open'), value, pointer),
    widgetOptions: (name, value, pointer) =>
      check(`widget ${name}`, () => expandMetaSchema(registry.widgets[name]?.options, registry, 'open'), value, pointer),
    outcome: (table, which, value, pointer) =>
      check(`outcome ${table} ${which}`, () => (registry.outcomes?.[table]?.of[which] ?? {}) as Schema, value, pointer),
  };
}
