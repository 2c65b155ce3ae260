import type { FormAnswers } from '../../../engine/config/definitions.ts';
import type { PropertySchema } from '../../../engine/config/form.ts';
import { isPlainObject } from '../../../engine/form/empty.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import { pointer } from '../../../engine/form/pointer.ts';
import type { Problem } from '../../../engine/form/types.ts';
import type { Deps } from '../deps.ts';
import type { LoadedForm } from '../release/types.ts';
import { lookupOf } from './lookup.ts';

interface Looked {
  list: string;
  path: string;
  value: unknown;
}

/** Reports answers that are not in their list, at any depth. Stored answers passed when they were given, so they stay valid. */
export async function lookupProblems(
  deps: Deps,
  { definition }: LoadedForm,
  settled: FormAnswers,
  stored: FormAnswers = {},
): Promise<Problem[]> {
  const answersIn = (answers: FormAnswers) => inside(definition.schema, answers, '');
  const keyOf = ({ list, value }: Looked) => `${list} ${stableJson(value)}`;
  const passed = new Set(answersIn(stored).map(keyOf));
  const given = answersIn(settled).filter((answer) => !passed.has(keyOf(answer)));
  const verdicts = await Promise.all(given.map(async (answer) => ({ answer, isEntry: await isEntry(deps, answer) })));
  return verdicts.flatMap(({ answer, isEntry: ok }) => (ok ? [] : [{ code: 'lookup', path: answer.path }]));
}

function inside(schema: Pick<PropertySchema, 'properties' | 'items' | 'x-lookup'>, value: unknown, path: string): Looked[] {
  if (value === undefined) return [];
  const list = schema['x-lookup'];
  if (list !== undefined) return [{ list, path, value }];
  const { items, properties = {} } = schema;
  if (items && Array.isArray(value)) return value.flatMap((item: unknown, index) => inside(items, item, path + pointer(index)));
  if (!isPlainObject(value)) return [];
  return Object.entries(properties).flatMap(([name, property]) => inside(property, value[name], path + pointer(name)));
}

async function isEntry(deps: Deps, { list, value }: Looked): Promise<boolean> {
  if (!isPlainObject(value) || typeof value['code'] !== 'string') return false;
  const entry = await lookupOf(deps, list)?.find(deps, value['code']);
  return entry !== undefined && entry.name === value['name'];
}
