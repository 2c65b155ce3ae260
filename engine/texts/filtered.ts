/** Ignores accents, case and punctuation: `paranaque` matches `PARAÑAQUE`; `bf homes` matches `B. F. Homes`. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const compact = (text: string) => text.replace(/[\s.,'’()/–-]+/g, '');

/** Returns the items whose text has every typed word. Those that start with the text come first. */
export function filtered<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): readonly Item[] {
  const words = folded(typed).split(/\s+/).map(compact).filter(Boolean);
  const [first] = words;
  if (first === undefined) return items;
  const hits = items
    .map((item) => ({ item, text: compact(folded(textOf(item))) }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const rank = ({ text }: { text: string }) => (text.startsWith(first) ? 0 : 1);
  return hits.sort((left, right) => rank(left) - rank(right)).map(({ item }) => item);
}
