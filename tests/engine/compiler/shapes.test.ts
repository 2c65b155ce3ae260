import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../../engine/compiler/project/readFile.ts';
import { blockSchema, expandMetaSchema, kindsOf, type Schema } from '../../../engine/compiler/shape/metaSchemas.ts';
import { registry } from '../../../server/registry.ts';
import { shippedFiles } from './fixtures/shipped.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The compiler asks typebox first, and ajv only if typebox rejects a value, so the two must agree. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, meta: false });
function both(schema: Schema) {
  const compiled = Compile(schema);
  return { fits: (value: unknown) => compiled.Check(value), judge: ajv.compile(schema) };
}

const kinds = Object.fromEntries(
  Object.entries(kindsOf(registry)).map(([name, kind]) => [name, both(expandMetaSchema(kind.metaSchema, registry, 'open'))]),
);
const blocks = Object.fromEntries(
  Object.values(registry.blocks).map(({ name, options }) => [name, both(expandMetaSchema(blockSchema(name, options), registry, 'open'))]),
);
const values = shippedFiles.flatMap((file) => {
  const value = readFile(file).document.value as { $schema: string } & { [name: string]: Json };
  return value === undefined ? [] : [{ kind: value.$schema.replace(/^.*\/|\.schema\.json$/g, ''), value }];
});

/** A value of each kind that a slip may leave behind. */
const slips: Json[] = ['', 'x', 'a b', 0, -1, 1.5, 1e6, true, false, null, [], ['x'], ['x', 'x'], {}, { x: 1 }, { key: 'x' }];

/** Returns the value with one part replaced, removed, doubled or added. */
function changed(value: Json, pick: (below: number) => number): Json {
  const isDeeper = typeof value === 'object' && value !== null && pick(5) > 0;
  if (!isDeeper) return slips[pick(slips.length)] as Json;
  if (Array.isArray(value)) {
    const at = pick(value.length + 1);
    if (at === value.length || pick(6) === 0) return pick(2) === 0 ? value.slice(1) : [...value, value[0] ?? 'x'];
    return value.map((item, index) => (index === at ? changed(item, pick) : item));
  }
  const names = Object.keys(value);
  const name = names[pick(names.length + 1)];
  if (name === undefined) return { ...value, [['stray', 'x y', 'when'][pick(3)] as string]: slips[pick(slips.length)] as Json };
  const { [name]: inner, ...rest } = value;
  return pick(6) === 0 ? rest : { ...rest, [name]: changed(inner as Json, pick) };
}

/** All blocks in a value, with their validators. */
function blocksIn(value: Json): { value: Json; fits: (value: unknown) => boolean; judge: (value: unknown) => boolean }[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(blocksIn);
  const own = !Array.isArray(value) && typeof value['block'] === 'string' ? blocks[value['block']] : undefined;
  return own ? [{ value, ...own }, ...inner] : inner;
}

const seeds = { numRuns: 150, seed: 20_261_121 };

describe('typebox and ajv agree', () => {
  test('on all shipped files', () => {
    expect(values.filter(({ kind, value }) => !kinds[kind]?.fits(value))).toEqual([]);
    expect(values.flatMap(({ value }) => blocksIn(value)).filter(({ fits, value }) => !fits(value))).toEqual([]);
  });

  test.each(Object.keys(kinds).filter((kind) => values.some((each) => each.kind === kind)))('after slips in a %s', (kind) => {
    const own = values.filter((each) => each.kind === kind);
    const { fits, judge } = kinds[kind] as ReturnType<typeof both>;
    fc.assert(
      fc.property(fc.nat(own.length - 1), fc.infiniteStream(fc.nat()), (index, numbers) => {
        const value = changed(own[index]?.value as Json, (below) => (numbers.next().value as number) % below);
        expect([fits(value), value]).toEqual([judge(value), value]);
      }),
      seeds,
    );
  });

  test('after typing errors in a block', () => {
    const own = values.flatMap(({ value }) => blocksIn(value));
    fc.assert(
      fc.property(fc.nat(own.length - 1), fc.infiniteStream(fc.nat()), (index, numbers) => {
        const { value: block, fits, judge } = own[index] as (typeof own)[number];
        const value = changed(block, (below) => (numbers.next().value as number) % below);
        expect([fits(value), value]).toEqual([judge(value), value]);
      }),
      { ...seeds, numRuns: 1500 },
    );
  });
});
