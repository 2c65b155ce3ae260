import { derive, judge, type Report } from './context.ts';
import { clean, isPlainObject, own } from './empty.ts';
import { isWithin, pointer, segmentsOf } from './pointer.ts';
import type { Context, FieldModule, PartModule, PartModules, Problem } from './types.ts';
import { appliesWithKept } from './withheld.ts';

export interface SettledParts {
  /** The answer without the parts that do not apply, and with derived parts. */
  value: unknown;
  /** Conditional parts that apply, are required and have no answer. */
  missing: readonly Problem[];
}

export interface PartsSource {
  /** The form's id, for reports. */
  form: string;
  definition: FieldModule;
  /** JSON pointer of the answer. */
  path: string;
  /** The cleaned answer. */
  value: unknown;
  /** `self` and `form` are the form's settled answers. */
  context: Context;
  /** Whether only the server has some answers of the form. */
  someKept: boolean;
  report?: Report | undefined;
}

/** Settles the conditions and derived answers inside an object or a list. */
export function settleParts({ form, definition, path: top, value: answer, context, someKept, report }: PartsSource): SettledParts {
  const missing: Problem[] = [];
  let refused: readonly string[] | undefined;
  const isValid = (path: string) => {
    refused ??= definition.validate(answer) ? [] : (definition.validate.errors ?? []).map(({ instancePath }) => top + instancePath);
    return !refused.some((each) => isWithin(each, path));
  };

  function settle(parts: PartModules, value: unknown, path: string, around: Context): unknown {
    if (Array.isArray(value)) return value.map((item, index) => settle(parts, item, path + pointer(index), { ...around, index }));
    if (!isPlainObject(value)) return value;
    // Unknown properties stay, so that the validator refuses them.
    const self = { ...value };
    const inside = { ...around, self };
    for (const [name, part] of Object.entries(parts)) {
      const at = path + pointer(name);
      const where = `${form}${at}`;
      const own = part.derived ? clean(derive(part.derived, inside, (read) => isValid(path + pointer(read)), where, report)) : self[name];
      const isAsked = isPartAsked(part, inside, { someKept, answered: own !== undefined, where, report });
      const counted = isAsked && part.parts ? settle(part.parts, own, at, inside) : own;
      if (isAsked && counted !== undefined) self[name] = counted;
      else delete self[name];
      if (isAsked && counted === undefined && part.required) missing.push({ code: 'required', path: at });
    }
    return self;
  }

  return { value: settle(definition.parts ?? {}, answer, top, context), missing };
}

interface Asked {
  someKept: boolean;
  answered: boolean;
  where: string;
  report?: Report | undefined;
}

const isPartAsked = ({ when }: PartModule, context: Context, { someKept, answered, where, report }: Asked): boolean =>
  !when || appliesWithKept(judge(when, context, where, report), someKept, answered);

/** Returns the module of the part at a path, if it has a condition or is derived. */
export function partAt(definition: FieldModule | undefined, keys: readonly string[]): PartModule | undefined {
  let found: PartModule | undefined = definition;
  for (const key of keys) {
    if (/^\d+$/.test(key)) continue;
    found = found?.parts && Object.hasOwn(found.parts, key) ? found.parts[key] : undefined;
  }
  return found;
}

/**
 * Whether the part at a path applies.
 *
 * @param answer the settled answer of its field; a condition reads only parts that are settled before its own
 */
export function partApplies(
  definition: FieldModule | undefined,
  path: string,
  answer: unknown,
  context: Context,
  report?: Report,
): boolean {
  const [, ...keys] = segmentsOf(path);
  let inside = context;
  let value = answer;
  for (const [depth, key] of keys.entries()) {
    if (Array.isArray(value)) {
      inside = { ...inside, index: Number(key) };
      value = value[Number(key)];
      continue;
    }
    const self = isPlainObject(value) ? value : {};
    inside = { ...inside, self };
    value = own(self, key);
    const when = partAt(definition, keys.slice(0, depth + 1))?.when;
    if (when && judge(when, inside, path, report) !== 'yes') return false;
  }
  return true;
}
