import type { Located } from '../diagnostics.ts';
import { at, type Catalogue } from './catalogue.ts';
import { stemOf } from './placeholders.ts';

/** Shorter texts begin alike by chance. */
const longBeginning = 35;

const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[.!?।\s]+$/u, '');

/**
 * Whether two folded texts are equal. With `isLong`, also whether one continues the other, as in an answer pasted from another question.
 */
function isAlike(one: string, other: string, isLong: boolean): boolean {
  if (one === other || !isLong) return one === other;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= longBeginning && long.startsWith(short);
}

/**
 * Finds texts of one group that are equal in this language but different in all others: one was pasted over the other. With a single
 * language, there is no way to know whether that is intended.
 */
export function checkSameTexts(catalogue: Catalogue, all: readonly Catalogue[]): Located[] {
  const others = all.filter((each) => each !== catalogue);
  if (others.length === 0) return [];
  const isDistinct = (one: string, other: string, isLong: boolean) =>
    others.every(({ texts }) => {
      const [first = '', second = ''] = [texts.get(one), texts.get(other)];
      return first !== '' && second !== '' && !isAlike(folded(first), folded(second), isLong);
    });
  return [...groupsOf(catalogue)].flatMap(([group, keys]): Located[] => {
    const isLong = group.startsWith('content.');
    const texts = keys.map((key) => folded(catalogue.texts.get(key) ?? ''));
    for (const [index, key] of keys.entries()) {
      const text = texts[index] ?? '';
      const twin = keys.find((each, at) => at < index && isAlike(texts[at] ?? '', text, isLong) && isDistinct(each, key, isLong));
      if (twin !== undefined)
        return at(catalogue, key, 'same-text', `"${twin}" has the same text, although the other languages have two different texts.`);
    }
    return [];
  });
}

/**
 * Groups of keys whose texts appear side by side. Headings are left out because they repeat the title of their screen, and plural forms
 * because they repeat each other.
 */
function groupsOf({ texts }: Catalogue): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, text] of texts) {
    if (text === '' || stemOf(key) !== key || key.endsWith('.heading')) continue;
    for (const group of [siblingsOf(key), cousinsOf(key)]) {
      if (group === undefined) continue;
      const known = groups.get(group);
      if (known) known.push(key);
      else groups.set(group, [key]);
    }
  }
  return groups;
}

const siblingsOf = (key: string): string | undefined =>
  // Codes of an enum are covered by "same-label".
  key.startsWith('enums.') ? undefined : key.slice(0, Math.max(key.lastIndexOf('.'), 0));

/** The labels of one form's fields, and the titles or the texts of one content file. */
function cousinsOf(key: string): string | undefined {
  const [namespace = '', file = '', , last = '', ...rest] = key.split('.');
  const isGrouped = namespace === 'content' ? last === 'title' || last === 'text' : namespace === 'forms' && last === 'label';
  return isGrouped && rest.length === 0 ? `${namespace}.${file}.*.${last}` : undefined;
}
