import type { PropertySchema } from '../config/form.ts';
import { stableJson } from '../form/hash.ts';
import { pointerTo } from '../compiler/project/document.ts';
import { boundNames, directionOf, isWidened, stepDirection } from './keywords.ts';
import { handlingFindings, textFindings } from './handling.ts';
import { limitWhy, type PropertyFinding } from './finding.ts';
import type { Direction } from './types.ts';

/** Compares two schemas at every depth. */
export function propertyFindings(was: PropertySchema, now: PropertySchema, pointer = ''): PropertyFinding[] {
  if (stableJson(was) === stableJson(now)) return [];
  const changedType = typeFindings(was, now, pointer);
  if (changedType.some(({ isBreaking }) => isBreaking)) return changedType;
  return [
    ...changedType,
    ...memberFindings(was, now, pointer),
    ...boundFindings(was, now, pointer),
    ...textFindings(was, now, pointer),
    ...handlingFindings(was, now, pointer),
    ...innerFindings(was, now, pointer),
  ];
}

function typeFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const at = `${pointer}/type`;
  if (was.type !== now.type) {
    const widened = isWidened(was.type, now.type);
    return [
      {
        code: 'type-changed',
        pointer: at,
        isBreaking: !widened,
        direction: widened ? 'loosened' : 'changed',
        message: `It was ${was.type ?? 'anything'} and is ${now.type ?? 'anything'}.`,
        why: widened ? 'Every existing answer stays valid.' : 'Existing answers have the wrong type.',
      },
    ];
  }
  if (was.const === now.const) return [];
  const isNew = was.const === undefined;
  const direction = isNew ? 'tightened' : now.const === undefined ? 'loosened' : 'changed';
  return [
    {
      code: 'value-fixed',
      pointer: `${pointer}/const`,
      isBreaking: direction !== 'loosened',
      ...(now.const === undefined && { isGone: true as const }),
      direction,
      message: `The only value was ${said(was.const)} and is ${said(now.const)}.`,
      why: 'Any other existing answer is invalid.',
    },
  ];
}

const said = (value: unknown): string => (value === undefined ? 'any' : JSON.stringify(value));

function memberFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const [old, fresh] = [was.enum, now.enum];
  const at = `${pointer}/enum`;
  if (!old || !fresh) {
    if (!old && !fresh) return [];
    const direction = fresh ? 'tightened' : 'loosened';
    const message = fresh ? 'It is chosen from a list now.' : 'It is no longer chosen from a list.';
    const why = fresh ? 'An answer that is not in the list is no longer valid.' : 'Every earlier answer stays valid.';
    return [{ code: 'list-changed', pointer: at, isBreaking: !!fresh, ...(!fresh && { isGone: true as const }), direction, message, why }];
  }
  const removed = old.flatMap((code, index): PropertyFinding[] =>
    fresh.includes(code)
      ? []
      : [
          {
            code: 'code-removed',
            pointer: pointerTo(at, index),
            isGone: true,
            isBreaking: true,
            direction: 'tightened',
            message: `The choice "${code}" was removed.`,
            why: 'Existing answers with this code are invalid. Map it to another code, ask again, or withdraw it instead (x-withdrawn).',
          },
        ],
  );
  const added = fresh.flatMap((code, index): PropertyFinding[] =>
    old.includes(code)
      ? []
      : [
          {
            code: 'code-added',
            pointer: pointerTo(at, index),
            isBreaking: false,
            direction: 'loosened',
            message: `The choice "${code}" is new.`,
            why: 'Every existing answer stays valid. Conditions that list the other codes do not include it.',
          },
        ],
  );
  return [...removed, ...added, ...orderFinding(old, fresh, at), ...withdrawnFindings(was, now, pointer)];
}

function withdrawnFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const [old, fresh] = [was['x-withdrawn'] ?? [], now['x-withdrawn'] ?? []];
  const gone = fresh.flatMap((code, index): PropertyFinding[] =>
    old.includes(code)
      ? []
      : [
          {
            code: 'code-withdrawn',
            pointer: `${pointer}/x-withdrawn/${index}`,
            isBreaking: false,
            direction: 'tightened',
            message: `The choice "${code}" is no longer offered.`,
            why: 'Stored answers keep it. A new answer cannot have it.',
          },
        ],
  );
  const offered = old.flatMap((code, index): PropertyFinding[] =>
    fresh.includes(code)
      ? []
      : [
          {
            code: 'code-offered',
            pointer: `${pointer}/x-withdrawn/${index}`,
            isBreaking: false,
            isGone: true,
            direction: 'loosened',
            message: `The choice "${code}" is offered again.`,
            why: 'Every existing answer stays valid.',
          },
        ],
  );
  return [...gone, ...offered];
}

/** The order of codes is the order of the choices. */
function orderFinding(was: readonly unknown[], now: readonly unknown[], pointer: string): PropertyFinding[] {
  const shared = (codes: readonly unknown[], others: readonly unknown[]) => codes.filter((code) => others.includes(code));
  if (stableJson(shared(was, now)) === stableJson(shared(now, was))) return [];
  const why = 'The choices stay the same.';
  return [
    {
      code: 'code-order-changed',
      pointer,
      isBreaking: false,
      isLook: true,
      direction: 'changed',
      message: 'The codes have a different order.',
      why,
    },
  ];
}

function boundFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const found = [
    ...boundNames.map((name) => ({ name, direction: directionOf(name, was[name], now[name]) })),
    { name: 'multipleOf' as const, direction: stepDirection(was.multipleOf, now.multipleOf) },
    { name: 'uniqueItems' as const, direction: uniqueDirection(was.uniqueItems, now.uniqueItems) },
  ];
  return found.flatMap(({ name, direction }): PropertyFinding[] =>
    direction === undefined
      ? []
      : [
          {
            code: 'limit-changed',
            pointer: pointerTo(pointer, name),
            isBreaking: false,
            ...(now[name] === undefined && { isGone: true as const }),
            direction,
            message: `${name} was ${said(was[name])} and is ${said(now[name])}.`,
            why: limitWhy(direction),
          },
        ],
  );
}

const uniqueDirection = (was = false, now = false): Direction | undefined => (was === now ? undefined : now ? 'tightened' : 'loosened');

/** Compares nested answers: those of an object and of the items of a list. */
function innerFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const items = was.items && now.items ? propertyFindings(was.items, now.items, `${pointer}/items`) : [];
  const [old, fresh] = [was.properties ?? {}, now.properties ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  const inner = names.flatMap((name): PropertyFinding[] => {
    const at = pointerTo(`${pointer}/properties`, name);
    const [one, other] = [old[name], fresh[name]];
    if (one && other) return propertyFindings(one, other, at);
    if (one)
      return [
        {
          code: 'field-removed',
          pointer: at,
          isGone: true,
          isBreaking: true,
          direction: 'loosened',
          message: `Its part "${name}" was removed.`,
          why: 'No field holds the existing answers now, and a form refuses unknown properties.',
        },
      ];
    if (now.required?.includes(name)) return [];
    return [
      {
        code: 'field-added',
        pointer: at,
        isBreaking: false,
        direction: 'loosened',
        message: `Its part "${name}" is new and optional.`,
        why: 'Every earlier answer stays valid.',
      },
    ];
  });
  return [...items, ...inner, ...requiredFindings(was.required, now.required, pointer)];
}

/** Compares the required properties, also those of the form itself. */
export function requiredFindings(was: readonly string[] = [], now: readonly string[] = [], pointer: string): PropertyFinding[] {
  const added = now.flatMap((name, index): PropertyFinding[] =>
    was.includes(name)
      ? []
      : [
          {
            code: 'required-added',
            pointer: pointerTo(`${pointer}/required`, index),
            isBreaking: true,
            direction: 'tightened',
            message: `"${name}" is now required.`,
            why: 'Drafts past this point have no answer. Set a default, or ask again.',
          },
        ],
  );
  const removed = was.flatMap((name, index): PropertyFinding[] =>
    now.includes(name)
      ? []
      : [
          {
            code: 'required-removed',
            pointer: pointerTo(`${pointer}/required`, index),
            isGone: true,
            isBreaking: false,
            direction: 'loosened',
            message: `"${name}" is now optional.`,
            why: 'Every earlier answer stays valid.',
          },
        ],
  );
  return [...added, ...removed];
}
