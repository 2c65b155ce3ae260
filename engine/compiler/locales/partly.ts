import { chainOf } from '../../texts/words.ts';
import type { Settings } from '../../config/settings.ts';
import type { Located } from '../diagnostics.ts';
import type { SourceDocument } from '../project/document.ts';
import { stemOf } from './placeholders.ts';
import type { Language, Words } from './words.ts';

type Languages = Settings['languages'];

/** The languages that are offered although some of their texts are missing. */
export const partlyOffered = ({ offered, default: main }: Languages): ReadonlySet<string> =>
  new Set(offered.flatMap(({ code, minShare }) => (minShare === undefined || code === main ? [] : [code])));

/** The number of texts, and of those that a language lacks. */
export interface Completeness {
  total: number;
  lackingIn: (code: string) => number;
}

/** Checks that a partly translated language reaches its `minShare`, and that its fallbacks are offered languages. */
export function checkPartly(languages: Languages, { total, lackingIn }: Completeness, document: SourceDocument): Located[] {
  const codes = new Set(languages.offered.map(({ code }) => code));
  return languages.offered.flatMap(({ code, minShare, fallback = [] }, index): Located[] => {
    const pointer = `/languages/offered/${index}`;
    const found = fallback.flatMap((other, at): Located[] => {
      const message = other === code ? 'A language cannot be its own fallback.' : `The language "${other}" is not offered.`;
      if (other !== code && codes.has(other)) return [];
      return [{ document, finding: { code: 'unknown-language', pointer: `${pointer}/fallback/${at}`, message } }];
    });
    if (minShare === undefined) return found;
    if (code === languages.default) {
      const message = 'The default language is the last fallback, so it needs every text.';
      return [...found, { document, finding: { code: 'share-too-low', pointer: `${pointer}/minShare`, message } }];
    }
    const lacking = lackingIn(code);
    const share = total === 0 ? 100 : Math.floor(((total - lacking) / total) * 100);
    if (share < minShare) {
      const message = `"${code}" has ${total - lacking} of ${total} texts (${share} %), and needs ${minShare} %.`;
      return [...found, { document, finding: { code: 'share-too-low', pointer: `${pointer}/minShare`, message } }];
    }
    if (lacking === 0) return found;
    const message = `"${code}" lacks ${lacking} of ${total} texts. They are shown in ${chainOf(languages, code).join(', then in ')}.`;
    return [...found, { document, finding: { code: 'partly-translated', pointer, message } }];
  });
}

/** Fallback texts for missing ones, by the language that they are in: a part of the texts of a partly translated language. */
export interface StandIns {
  [language: string]: Words;
}

/**
 * Fills gaps in a language's texts from the first language in its fallback chain that has them. `pick` selects the texts of a part in any
 * language.
 */
export function withStandIns(
  code: string,
  chain: readonly string[],
  all: ReadonlyMap<string, Language>,
  pick: (language: Language) => Words,
): Words {
  const language = all.get(code);
  const own = language ? pick(language) : {};
  if (chain.length === 0) return own;
  const known = stemsIn(own);
  const standIns: StandIns = {};
  for (const other of chain) {
    const theirs = all.get(other);
    const missing = theirs && without(pick(theirs), known);
    if (!missing || Object.keys(missing).length === 0) continue;
    standIns[other] = missing;
    for (const stem of stemsIn(missing)) known.add(stem);
  }
  return Object.keys(standIns).length === 0 ? own : { ...own, $fallback: standIns };
}

/** The keys that have a text, without plural suffixes, because a language and its fallback have different plural forms. */
function stemsIn(words: Words, prefix = '', into = new Set<string>()): Set<string> {
  for (const [name, word] of Object.entries(words)) {
    if (typeof word !== 'string') stemsIn(word, `${prefix}${name}.`, into);
    else if (word !== '') into.add(stemOf(`${prefix}${name}`));
  }
  return into;
}

function without(words: Words, known: ReadonlySet<string>, prefix = ''): Words {
  const left = Object.entries(words).flatMap(([name, word]): [string, Words[string]][] => {
    if (typeof word === 'string') return word === '' || known.has(stemOf(`${prefix}${name}`)) ? [] : [[name, word]];
    const inner = without(word, known, `${prefix}${name}.`);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(left);
}
