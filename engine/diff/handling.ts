import type { PropertySchema } from '../config/form.ts';
import { stableJson } from '../form/hash.ts';
import { limitWhy, type PropertyFinding } from './finding.ts';
import { sameExpression } from './meaning.ts';
import { patternWitnesses, patternWords } from './patterns.ts';

/** Compares which texts pass: patterns, formats and alternatives. */
export function textFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const names = ['pattern', 'format', 'anyOf'] as const;
  return names.flatMap((name): PropertyFinding[] => {
    const [old, fresh] = [was[name], now[name]];
    // Only the values that the alternatives accept count, not their titles.
    if (stableJson(old) === stableJson(fresh)) return [];
    const isOther = old !== undefined && fresh !== undefined;
    const witnesses = isOther && name === 'pattern' ? patternWitnesses(was, now) : {};
    const isNarrowed = witnesses.lost !== undefined && witnesses.gained === undefined;
    const direction = old === undefined || isNarrowed ? 'tightened' : fresh === undefined ? 'loosened' : 'changed';
    const gone = fresh === undefined && { isGone: true as const };
    const plain = `Its ${name} ${old === undefined ? 'is new' : fresh === undefined ? 'was removed' : 'changed'}.`;
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

type Sensitivity = 'pii' | 'secret' | undefined;

const protections = {
  none: 'It is stored unencrypted and shown in logs and on staff screens',
  pii: 'It is encrypted, and masked in logs and on staff screens',
  secret: 'It is encrypted, and its owner sees it only after a fresh login',
};
const names = { none: 'not sensitive', pii: 'personal data (pii)', secret: 'a secret' };
const ranks = Object.keys(names);

/** People relied on the protection when they answered, so less protection is breaking. More protection is not. */
function sensitivityFinding(was: Sensitivity, now: Sensitivity, pointer: string): PropertyFinding {
  const [before, after] = [was ?? 'none', now ?? 'none'] as const;
  const isLess = ranks.indexOf(after) < ranks.indexOf(before);
  return {
    code: 'sensitivity-changed',
    pointer: `${pointer}/x-sensitive`,
    isBreaking: isLess,
    ...(now === undefined && { isGone: true as const }),
    direction: isLess ? 'loosened' : 'tightened',
    message: `It was ${names[before]} and is ${names[after]}. ${protections[after]} from now on.`,
    why: isLess
      ? 'Drafts that move to this release lose the protection under which people answered. Ask again, or keep them on the old release.'
      : 'Drafts that move to this release get the protection. Answers that were submitted stay as they are.',
  };
}

/** Compares how an answer is stored and when it is asked for. */
export function handlingFindings(was: PropertySchema, now: PropertySchema, pointer: string): PropertyFinding[] {
  const found: PropertyFinding[] = [];
  if (was['x-sensitive'] !== now['x-sensitive']) found.push(sensitivityFinding(was['x-sensitive'], now['x-sensitive'], pointer));
  if (Boolean(was['x-transient']) !== Boolean(now['x-transient'])) {
    found.push({
      code: 'transience-changed',
      pointer: `${pointer}/x-transient`,
      isBreaking: true,
      ...(!now['x-transient'] && { isGone: true as const }),
      direction: 'changed',
      message: now['x-transient'] ? 'It is no longer stored.' : 'It is stored from now on.',
      why: now['x-transient'] ? 'Existing answers would be lost.' : 'It was never stored, so there are no answers yet.',
    });
  }
  if (was['x-lookup'] !== now['x-lookup']) {
    const isGone = now['x-lookup'] === undefined;
    found.push({
      code: 'lookup-changed',
      pointer: `${pointer}/x-lookup`,
      isBreaking: false,
      ...(isGone && { isGone: true as const }),
      direction: isGone ? 'loosened' : was['x-lookup'] === undefined ? 'tightened' : 'changed',
      message: `Its list was ${said(was['x-lookup'])} and is ${said(now['x-lookup'])}.`,
      why: 'New answers must be in the list. Saved answers stay.',
    });
  }
  if (stableJson(was.default) !== stableJson(now.default)) {
    found.push({
      code: 'default-changed',
      pointer: `${pointer}/default`,
      isBreaking: false,
      ...(now.default === undefined && { isGone: true as const }),
      direction: 'changed',
      message: `Its default was ${said(was.default)} and is ${said(now.default)}.`,
      why: 'Forms that are not saved yet propose another answer. Saved answers stay.',
    });
  }
  if (!sameExpression(was['x-value'], now['x-value'])) {
    const isGone = now['x-value'] === undefined;
    found.push({
      code: 'value-changed',
      pointer: `${pointer}/x-value`,
      isBreaking: false,
      ...(isGone && { isGone }),
      direction: 'changed',
      message: isGone ? `It was computed as ${was['x-value']}, and people answer it now.` : `It is now computed as ${now['x-value']}.`,
      why: 'Existing answers are computed again when they are next used.',
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
          ? 'It is now always asked for.'
          : old === undefined
            ? `It is now asked for only while ${fresh}.`
            : `It was asked for while ${old}, and is now while ${fresh}.`,
      why: 'It now applies to different people. The next save drops an answer that no longer applies.',
    });
  }
  return found;
}

const said = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
