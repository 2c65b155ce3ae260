/** Ignores accents, case and punctuation: `paranaque` matches `PARAÑAQUE`; `bf homes` matches `B. F. Homes`. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const compact = (text: string) => text.replace(/[\s.,'’()/–-]+/g, '');

const keys = new WeakMap<object, string>();

function keyOf<Item extends object>(item: Item, textOf: (item: Item) => string): string {
  const known = keys.get(item) ?? compact(folded(textOf(item)));
  keys.set(item, known);
  return known;
}

/** Returns the items whose text has every typed word. Those that start with the text come first. */
export function filtered<Item extends object>(items: readonly Item[], typed: string, textOf: (item: Item) => string): readonly Item[] {
  const words = folded(typed).split(/\s+/).map(compact).filter(Boolean);
  const [first] = words;
  if (first === undefined) return items;
  const hits = items.filter((item) => words.every((word) => keyOf(item, textOf).includes(word)));
  const rank = (item: Item) => (keyOf(item, textOf).startsWith(first) ? 0 : 1);
  return hits.toSorted((left, right) => rank(left) - rank(right));
}
