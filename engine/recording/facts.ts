import type { OpenRelease } from '../compiler/index.ts';
import { isPlainObject } from '../form/empty.ts';
import { hashAnswers } from '../form/hash.ts';

/** One fact about a release in one line: its subject, the place in it, and the value. */
export interface Fact {
  of: string;
  at: string;
  is: unknown;
}

export const factParts = ['forms', 'screens', 'values'] as const;
export type FactPart = (typeof factParts)[number];
export type Facts = Readonly<Record<FactPart, readonly Fact[]>>;

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the facts of a release in order: what each field accepts, what each screen contains, and all other figures and routes.
 * Leaves out texts, which change often, and conditions, which have cases.
 */
export function factsOf(open: OpenRelease): Facts {
  return {
    forms: Object.entries(open.forms).flatMap(([id, form]) => formFacts(id, form)),
    screens: Object.entries(open.screens).flatMap(([id, { screen }]) => screenFacts(id, screen)),
    values: valueFacts(open),
  };
}

/** Keys that do not affect behaviour, or that other tests cover. */
const silent = new Set([
  '$schema',
  '$comment',
  'id',
  'title',
  'description',
  'examples',
  'when',
  'until',
  'refreshWhen',
  'x-when',
  'x-rules',
]);

function formFacts(id: string, { schema }: OpenRelease['forms'][string]): Fact[] {
  const of = `form ${id}`;
  const fields = Object.entries(schema.properties).map(([at, property]): Fact => ({ of, at, is: relevant(property) }));
  const rules = (schema['x-rules'] ?? []).map(({ at, error }): Fact => ({ of, at: 'rule', is: `${at} ${error}` }));
  return [...fields, { of, at: 'required', is: schema.required ?? [] }, ...rules];
}

/** Removes the silent keys of a value. */
function relevant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relevant);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (silent.has(key) ? [] : [[key, relevant(each)]])));
}

/** A longer value is recorded as its hash, which shows that it changed. */
const longest = 90;

const short = (value: unknown): unknown => (JSON.stringify(value).length > longest ? `#${hashAnswers(value).slice(0, 8)}` : value);

function screenFacts(id: string, screen: OpenRelease['screens'][string]['screen']): Fact[] {
  const of = `screen ${id}`;
  const { blocks, data = {}, ...own } = relevant({ ...screen, content: undefined }) as { blocks: unknown; data?: Values };
  const sources = Object.entries(data).map(([name, call]): Fact => ({ of, at: `data.${name}`, is: short(call) }));
  return [{ of, at: 'screen', is: short(own) }, ...sources, ...blocksIn(blocks).map(({ at, is }) => ({ of, at, is }))];
}

/** Returns every block in order with its own options. */
function blocksIn(value: unknown): Omit<Fact, 'of'>[] {
  if (Array.isArray(value)) return value.flatMap(blocksIn);
  if (!isPlainObject(value)) return [];
  const inner = Object.values(value).flatMap(blocksIn);
  if (typeof value['block'] !== 'string') return inner;
  const { block, ...options } = withoutBlocks(value) as Values;
  const text = firstKey(options);
  return [{ at: text === undefined ? String(block) : `${String(block)} ${text}`, is: short(options) }, ...inner];
}

/** Removes nested blocks. */
function withoutBlocks(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isBlock(each)).map(withoutBlocks);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (key === 'blocks' || isBlock(each) ? [] : [[key, withoutBlocks(each)]])),
  );
}

const isBlock = (value: unknown): boolean => isPlainObject(value) && typeof value['block'] === 'string';

function firstKey(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = key === 'key' && typeof each === 'string' ? each : firstKey(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueFacts(open: OpenRelease): Fact[] {
  const contents = Object.assign(
    {},
    ...Object.values(open.screens).map(({ screen }) => (screen as { content?: Values }).content ?? {}),
  ) as Values;
  const sources: [string, unknown][] = [
    ['settings', open.settings],
    ['errors', open.errors],
    ['navigation', open.navigation.navigation.rules],
    ...named('content', contents),
    ...named('decisionTable', open.decisionTables, ({ table }) => table.rows),
    ...named('lifeCycle', open.lifeCycles, ({ lifeCycle }) => lifeCycle),
    ...named('flow', open.flows, ({ steps }) => steps),
    ...Object.entries(open.other).flatMap(([kind, values]) => named(kind, values)),
  ];
  return sources.flatMap(([of, value]) => leaves(value, '').map(([at, is]): Fact => ({ of, at, is })));
}

function named<T>(kind: string, values: Readonly<Record<string, T>>, part: (value: T) => unknown = (value) => value): [string, unknown][] {
  return Object.entries(values).map(([id, value]) => [id === kind ? kind : `${kind} ${id}`, part(value)]);
}

const idOf = (value: unknown): string | undefined => (isPlainObject(value) && typeof value['id'] === 'string' ? value['id'] : undefined);

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Returns figures, codes and lists of them by path. Items with an id use it in the path. */
function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value === 'function' || value === undefined) return [];
  if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) return [[path, value]];
  const entries = Array.isArray(value)
    ? value.map((each: unknown, index): [string, unknown] => [idOf(each) ?? String(index), each])
    : Object.entries(value as Values).filter(([key]) => !silent.has(key));
  return entries.flatMap(([key, each]) => leaves(each, path === '' ? key : `${path}.${key}`));
}
