import type { PropertySchema } from '../config/form.ts';
import { stableJson } from '../form/hash.ts';
import { limitWhy, type PropertyFinding } from './finding.ts';
import { sameExpression } from './meaning.ts';
import { patternWitnesses, patternWords } from './patterns.ts';

/** Patterns, formats and alternatives: which texts pass. */
export function textFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const names = ['pattern', 'format', 'anyOf'] as const;
  return names.flatMap((name): PropertyFinding[] => {
    const [old, fresh] = [was[name], now[name]];
    // Of alternatives only what they let through counts, not the words beside them.
    if (stableJson(old) === stableJson(fresh)) return [];
    const isOther = old !== undefined && fresh !== undefined;
    const witnesses = isOther && name === 'pattern' ? patternWitnesses(was, now) : {};
    const isNarrowed = witnesses.lost !== undefined && witnesses.gained === undefined;
    const direction = old === undefined || isNarrowed ? 'tightened' : fresh === undefined ? 'loosened' : 'changed';
    const gone = fresh === undefined && { isGone: true as const };
    const plain = `Its ${name} ${old === undefined ? 'is new' : fresh === undefined ? 'is gone' : 'is another'}.`;
    const message = isOther && name === 'pattern' ? patternWords(witnesses) : plain;
    return [
      {
        code: `${name.toLowerCase()}-changed`,
        pointer: `${pointer}/${name}`,
        isBreaking: false,
        ...gone,
        direction,
        message,
        why: limitWhy(direction),
      },
    ];
  });
}

/** How an answer is kept, and when it is asked. */
export function handlingFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const found: PropertyFinding[] = [];
  if (was['x-sensitive'] !== now['x-sensitive']) {
    found.push({
      code: 'sensitivity-changed',
      pointer: `${pointer}/x-sensitive`,
      isBreaking: true,
      ...(now['x-sensitive'] === undefined && { isGone: true as const }),
      direction: 'changed',
      message: `It was ${was['x-sensitive'] ?? 'not sensitive'} and is ${now['x-sensitive'] ?? 'not sensitive'}.`,
      why: 'What was given is stored, shown and sent in another way from now on: on purpose, please.',
    });
  }
  if (Boolean(was['x-transient']) !== Boolean(now['x-transient'])) {
    found.push({
      code: 'transience-changed',
      pointer: `${pointer}/x-transient`,
      isBreaking: true,
      ...(!now['x-transient'] && { isGone: true as const }),
      direction: 'changed',
      message: now['x-transient'] ? 'It is no longer stored.' : 'It is stored from now on.',
      why: now['x-transient'] ? 'What was answered would be lost.' : 'Nobody has answered it so far: it was never stored.',
    });
  }
  const [old, fresh] = [was['x-when'], now['x-when']];
  if (!sameExpression(old, fresh)) {
    const direction = old === undefined ? 'loosened' : fresh === undefined ? 'tightened' : 'changed';
    found.push({
      code: 'condition-changed',
      pointer: `${pointer}/x-when`,
      isBreaking: false,
      ...(fresh === undefined && { isGone: true as const }),
      direction,
      message:
        fresh === undefined
          ? 'It is always asked now.'
          : old === undefined
            ? `It is asked only while ${fresh}.`
            : `It was asked while ${old}, now while ${fresh}.`,
      why: 'Others are asked than before; an answer that no longer applies is dropped with the next save.',
    });
  }
  return found;
}
