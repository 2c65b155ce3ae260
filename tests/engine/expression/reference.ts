import { Environment } from '@marcbachmann/cel-js';
import { addDays, age, daysBetween, sameName } from '../../../engine/expression/runtime.ts';

const environment = new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true, homogeneousAggregateLiterals: false });
environment.registerFunction('age(string, string): int', (a: string, b: string) => BigInt(age(a, b)));
environment.registerFunction('daysBetween(string, string): int', (a: string, b: string) => BigInt(daysBetween(a, b)));
environment.registerFunction('addDays(string, int): string', (a: string, n: bigint) => addDays(a, Number(n)));
environment.registerFunction('sameName(string, list): bool', (a: string, b: unknown) => sameName(a, b));

/** Evaluates with cel-js. Whole numbers in the context are ints. */
export function evaluate(source: string, context: Record<string, unknown>): unknown {
  return plain(environment.evaluate(source, typed(context) as Record<string, unknown>));
}

function typed(value: unknown): unknown {
  return mapped(value, (each) => (Number.isInteger(each) ? BigInt(each as number) : each));
}

function plain(value: unknown): unknown {
  return mapped(value, (each) => (typeof each === 'bigint' ? Number(each) : each));
}

function mapped(value: unknown, change: (scalar: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (value === null || typeof value !== 'object') return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]));
}
