import { Ajv2020 } from 'ajv/dist/2020.js';
import type { PropertySchema } from '../../../engine/config/form.ts';
import type { Context, FormModule, RuleModule, Surroundings } from '../../../engine/form/types.ts';

/** The error that a published module throws when an expression reads an absent value. */
class MissingValue extends Error {
  override name = 'MissingValue';
}

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new MissingValue();
  return value;
}

const ajv = new Ajv2020({ allErrors: true, strict: false });

export interface TestField extends PropertySchema {
  when?: (self: Record<string, unknown>, context: Context) => boolean;
  value?: (self: Record<string, unknown>, context: Context) => unknown;
}

/** A hand-written form module: ajv compiles the schemas, and conditions are functions of `self`. */
export function formModule(id: string, fields: Record<string, TestField>, required: string[] = [], rules: RuleModule[] = []): FormModule {
  const earlier = (name: string) => Object.keys(fields).slice(0, Object.keys(fields).indexOf(name));
  const entries = Object.entries(fields).map(
    ([name, { when, value, 'x-sensitive': sensitive, 'x-transient': isTransient, 'x-lines': hasLines, default: proposed, ...schema }]) => {
      const field = {
        required: required.includes(name),
        validate: ajv.compile(schema),
        ...(when ? { when: (context: Context) => when(context.self ?? {}, context) } : {}),
        ...(value
          ? {
              derived: {
                reads: earlier(name),
                compute: (context: Context) => value(context.self ?? {}, context),
              },
            }
          : {}),
        ...(sensitive ? { sensitive } : {}),
        ...(isTransient ? { transient: true } : {}),
        ...(hasLines ? { lines: true } : {}),
        ...(proposed === undefined ? {} : { default: proposed }),
      };
      return [name, field] as const;
    },
  );
  return { id, fields: Object.fromEntries(entries), rules };
}

export const surroundings: Surroundings = { answers: {}, session: {}, today: '2026-03-01', constants: {}, features: {} };
