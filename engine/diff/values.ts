import type { Entry } from '../compiler/project/project.ts';
import type { Sites } from '../compiler/names/walk.ts';
import type { Found } from './collect.ts';
import { sameExpression } from './meaning.ts';
import { pairsOf, type Pair, type Side, type Sides } from './side.ts';
import { differences, type Difference } from './tree.ts';
import type { ChangeClass } from './types.ts';

/** How to classify the differences in files of a kind. */
export interface Judgement {
  kind: string;
  /** The noun in messages. */
  title: string;
  /** The class of a difference without an annotation. */
  otherwise: 'LOOK' | 'RULE';
  /** Keys, at any depth, that only affect the look. */
  looks?: ReadonlySet<string>;
  rules?: ReadonlySet<string>;
  about?: (id: string) => Found['about'] & object;
}

/**
 * Compares all files of a kind and classifies the differences by the annotations of its meta-schema: texts, expressions, actions,
 * names.
 */
export function valueChanges(sides: Sides, judgement: Judgement): Found[] {
  return pairsOf(sides, judgement.kind).flatMap((pair) => {
    const { was, now } = pair;
    if (was && now) return inBoth(pair as Required<Pair<Entry>>, sides, judgement);
    const [side, entry] = now ? [sides.after, now] : [sides.before, was];
    return entry ? [oneSided(entry, side, now !== undefined, judgement)] : [];
  });
}

function oneSided({ id, document }: Entry, side: Side, isNew: boolean, { title, otherwise, about }: Judgement): Found {
  return {
    class: otherwise,
    code: isNew ? 'file-added' : 'file-removed',
    ...(otherwise === 'RULE' && { direction: 'changed' as const }),
    message: `${title} "${id}" ${isNew ? 'is new' : 'was removed'}.`,
    why: isNew ? 'It did not exist before.' : 'It has no effect any more.',
    side,
    document,
    pointer: '',
    ...(about && { about: about(id) }),
  };
}

function inBoth({ id, was, now }: Required<Pair<Entry>>, sides: Sides, judgement: Judgement): Found[] {
  const [before, after] = [sides.before.sites(was), sides.after.sites(now)];
  return differences(was.value, now.value).flatMap((each): Found[] => {
    const isGone = each.is === 'removed';
    const [side, entry, sites, pointer] = isGone ? [sides.before, was, before, each.before] : [sides.after, now, after, each.after];
    if (isSameExpression(each, before, after)) return [];
    const name = classOf(each, pointer, sites, judgement);
    return [
      {
        class: name,
        code: `${judgement.kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${each.is}`,
        ...(name === 'RULE' && { direction: 'changed' as const }),
        message: `${judgement.title} "${id}": ${pointer.slice(1).replaceAll('/', '.')} ${what(each)}.`,
        why: whys[name] ?? '',
        side,
        document: entry.document,
        pointer,
        at: each.is === 'added' || isGone ? 'key' : 'value',
        ...(judgement.about && { about: judgement.about(id) }),
      },
    ];
  });
}

function what({ is, was, now }: Difference): string {
  if (is === 'moved') return 'has a different order';
  if (is !== 'changed') return is === 'added' ? `is new: ${short(now)}` : `was removed: ${short(was)}`;
  return `was ${short(was)} and is ${short(now)}`;
}

const longest = 60;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const whys: Partial<Record<ChangeClass, string>> = {
  COPY: 'Only texts change. Questions, checks and actions stay the same.',
  LOOK: 'Only the look changes. Questions, checks and actions stay the same.',
  RULE: 'Questions, rules, calculations, actions or routes change from now on.',
};

function isSameExpression({ is, was, now, before, after }: Difference, old: Sites, fresh: Sites): boolean {
  if (is !== 'changed' || typeof was !== 'string' || typeof now !== 'string') return false;
  const isCel = (sites: Sites, pointer: string) => sites.expressions.some((site) => site.pointer === pointer);
  return isCel(old, before) && isCel(fresh, after) && sameExpression(was, now);
}

const visual = new Set(['block', 'widget', 'icon']);
const worded = new Set(['document', 'content']);

function classOf({ is }: Difference, pointer: string, sites: Sites, { otherwise, looks, rules }: Judgement): 'COPY' | 'LOOK' | 'RULE' {
  const within = (each: { pointer: string }) => each.pointer === pointer || pointer.startsWith(`${each.pointer}/`);
  const below = (each: { pointer: string }) => each.pointer.startsWith(`${pointer}/`) || each.pointer === pointer;
  const names = pointer.split('/');
  if (sites.texts.some(within) || sites.spoken.some(within)) return 'COPY';
  if (namesOne(rules, names)) return 'RULE';
  const whole = is === 'added' || is === 'removed';
  const acts = [...sites.calls, ...sites.writes, ...sites.references.filter(({ target }) => !visual.has(target) && !worded.has(target))];
  if (acts.some((site) => within(site) || (whole && below(site)))) return 'RULE';
  if (sites.expressions.some(within)) return 'RULE';
  if (sites.references.some((site) => worded.has(site.target) && within(site))) return 'COPY';
  if (namesOne(looks, names)) return 'LOOK';
  return otherwise;
}

const namesOne = (known: ReadonlySet<string> | undefined, names: readonly string[]): boolean => names.some((name) => known?.has(name));
