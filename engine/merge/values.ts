import type { Node } from 'jsonc-parser';
import { nodeAt, pointerTo } from '../compiler/project/document.ts';
import { isPlainObject } from '../form/empty.ts';
import { stableJson } from '../form/hash.ts';
import { align, alignOne, type Aligned } from './align.ts';
import { outdented } from './layout.ts';
import { mergeOrder } from './order.ts';
import { kept, type Item, type Member, type Piece } from './pieces.ts';
import type { ValueConflict } from './types.ts';

/** A value on one side, with its node if it is in a file. */
export interface Side {
  value: unknown;
  node?: Node | undefined;
}

type Place = Side | undefined;

export interface MergedValue {
  piece: Piece;
  conflicts: ValueConflict[];
}

/** Merges values. `text` is the file of *theirs*; new values keep its layout. */
export function mergeValues(base: Place, mine: Side, theirs: Side, text?: string): MergedValue {
  const merge = new Merge(text);
  const piece = merge.both(base, mine, theirs, '');
  return { piece, conflicts: merge.conflicts };
}

export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (isCompound(one) && isCompound(other) && stableJson(one) === stableJson(other));

const isCompound = (value: unknown): boolean => typeof value === 'object' && value !== null;

class Merge {
  readonly conflicts: ValueConflict[] = [];
  readonly #text: string | undefined;

  constructor(text: string | undefined) {
    this.#text = text;
  }

  /** Merges a value that exists on both sides. */
  both(base: Place, mine: Side, theirs: Side, pointer: string): Piece {
    if (isSame(mine.value, theirs.value)) return kept;
    if (base && isSame(base.value, theirs.value)) return kept;
    if (isPlainObject(mine.value) && isPlainObject(theirs.value)) return this.#objects(base, mine, theirs, pointer);
    if (Array.isArray(mine.value) && Array.isArray(theirs.value)) return this.#lists(base, mine, theirs, pointer);
    if (base && isSame(base.value, mine.value)) return this.#fresh(theirs);
    return this.#conflict(pointer, base, mine, theirs);
  }

  #fresh({ value, node }: Side): Piece {
    return { is: 'new', value, ...(node && this.#text !== undefined && { text: outdented(this.#text, node, '\n') }) };
  }

  #conflict(pointer: string, base: Place, mine: Place, theirs: Place): Piece {
    this.conflicts.push({
      at: 'value',
      pointer,
      ...(base && { base: base.value }),
      ...(mine && { mine: mine.value }),
      ...(theirs && { theirs: theirs.value }),
    });
    return kept;
  }

  #objects(base: Place, mine: Side, theirs: Side, pointer: string): Piece {
    const members: Member[] = [];
    for (const [was, key] of keysOf(mine).entries()) {
      const [old, own, other] = [property(base, key), property(mine, key), property(theirs, key)];
      const at = pointerTo(pointer, key);
      if (own && other) members.push({ key, was, piece: this.both(old, own, other, at) });
      else if (!old) members.push({ key, was, piece: kept });
      else if (own && !isSame(old.value, own.value)) members.push({ key, was, piece: this.#conflict(at, old, own, undefined) });
    }
    const places = new Map(members.map((member, index) => [member.key, index + 1]));
    /** The members that only *theirs* has, by the place that they follow. */
    const added = new Map<number, Member[]>();
    let behind = 0;
    for (const key of keysOf(theirs)) {
      const [old, other] = [property(base, key), property(theirs, key)];
      const place = places.get(key);
      if (place !== undefined) behind = place;
      else if (other && !old) {
        const beside = added.get(behind) ?? [];
        beside.push({ key, piece: this.#fresh(other) });
        added.set(behind, beside);
        places.set(key, behind);
      } else if (other && !isSame(old?.value, other.value)) this.#conflict(pointerTo(pointer, key), old, undefined, other);
    }
    const behindOf = (place: number) => added.get(place) ?? [];
    return { is: 'object', members: [...behindOf(0), ...members.flatMap((member, index) => [member, ...behindOf(index + 1)])] };
  }

  #lists(base: Place, mine: Side, theirs: Side, pointer: string): Piece {
    const [old, own, other] = [itemsOf(base), itemsOf(mine), itemsOf(theirs)];
    const isOneSided = base !== undefined && isSame(base.value, mine.value);
    const names = isOneSided ? alignOne(valuesOf(own), valuesOf(other)) : align(valuesOf(old), valuesOf(own), valuesOf(other));
    const found = names && this.#items(names, [old, own, other]);
    return found ? { is: 'array', members: this.#merged(found, pointer) } : this.#conflict(pointer, base, mine, theirs);
  }

  /** The items of the merged list in order, including those that *mine* removed and *theirs* changed. */
  #items(names: Aligned, [old, own, other]: [Side[], Side[], Side[]]): Three[] | undefined {
    const [bases, mines, others] = [numbered(names.base), numbered(names.mine), numbered(names.theirs)];
    const three = (name: string): Three => ({
      base: old[bases.get(name) ?? -1],
      mine: own[mines.get(name) ?? -1],
      theirs: other[others.get(name) ?? -1],
      was: mines.get(name),
    });
    const stays = (name: string) => {
      const { base, mine, theirs } = three(name);
      const left = mine ?? theirs;
      return left && ((mine && theirs) || !base || !isSame(base.value, left.value));
    };
    return mergeOrder(names.base, names.mine, names.theirs)?.filter(stays).map(three);
  }

  #merged(items: readonly Three[], pointer: string): Item[] {
    const members: Item[] = [];
    for (const { base, mine, theirs, was } of items) {
      const at = pointerTo(pointer, members.length);
      if (mine && theirs) members.push({ was, piece: this.both(base, mine, theirs, at) });
      else if (mine) members.push({ was, piece: base ? this.#conflict(at, base, mine, undefined) : kept });
      else if (base) this.#conflict(at, base, undefined, theirs);
      else if (theirs) members.push({ piece: this.#fresh(theirs) });
    }
    return members;
  }
}

interface Three {
  base: Place;
  mine: Place;
  theirs: Place;
  was: number | undefined;
}

const numbered = (names: readonly string[]): Map<string, number> => new Map(names.map((name, index) => [name, index]));

/** The keys in the order of the file. The order in the value differs for keys such as "30". */
function keysOf({ value, node }: Side): string[] {
  if (node) return (node.children ?? []).map(({ children }) => String(children?.[0]?.value));
  return isPlainObject(value) ? Object.keys(value) : [];
}

const valuesOf = (items: readonly Side[]): unknown[] => items.map(({ value }) => value);

function property(side: Place, key: string): Place {
  if (!isPlainObject(side?.value) || !Object.hasOwn(side.value, key)) return undefined;
  return { value: side.value[key], node: side.node && nodeAt(side.node, [key]) };
}

function itemsOf(side: Place): Side[] {
  return Array.isArray(side?.value) ? side.value.map((value: unknown, index) => ({ value, node: side.node?.children?.[index] })) : [];
}
