import { functionWords } from '../../config/functionWords.ts';

const placeholders = /\{\{[^}]*\}\}/g;
const addresses = /\S+@\S+|https?:\S+|\]\([^)]*\)/g;
const letters = /\p{L}[\p{L}\p{M}’'-]*/gu;

/**
 * Scripts that a text in another script would not contain. Latin is not among them, because names, addresses and brands use it everywhere.
 */
const scripts: Readonly<Record<string, RegExp>> = {
  Deva: /\p{Script=Devanagari}/u,
  Hans: /\p{Script=Han}/u,
  Arab: /\p{Script=Arabic}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Thai: /\p{Script=Thai}/u,
  Hang: /\p{Script=Hangul}/u,
};

export interface Tongue {
  code: string;
  /** ISO 15924 code of its script. */
  script: string;
}

export function tongueOf(code: string): Tongue {
  try {
    return { code, script: new Intl.Locale(code).maximize().script ?? 'Latn' };
  } catch {
    return { code, script: 'Latn' };
  }
}

/** Why a text cannot be in this language, or undefined. `main` is the corresponding text of the main language, unless that is this one. */
export function wrongLanguage(text: string, { code, script }: Tongue, main?: string): string | undefined {
  const foreign = Object.entries(scripts).find(([name, pattern]) => name !== script && pattern.test(text));
  if (foreign) return `"${foreign[1].exec(text)?.[0]}" is a letter of another language's script`;
  const words = wordsIn(text);
  // Names of banks and authorities are not translated.
  if (words.length >= longName && text === main && isSentence(words)) return 'it is the text of the main language';
  const own = scripts[script];
  if (own)
    return !own.test(text) && words.length >= shortSentence && isSentence(words)
      ? "it contains no letter of the language's script"
      : undefined;
  return byFunctionWords(words, code);
}

const longName = 4;
const shortSentence = 4;

const wordsIn = (text: string): string[] => text.replace(placeholders, ' ').replace(addresses, ' ').match(letters) ?? [];

/** In a name most words are capitalised: Department of Trade and Industry. */
function isSentence([, ...rest]: readonly string[]): boolean {
  return rest.filter((word) => word === word.toLowerCase()).length > rest.length / 2;
}

/**
 * A sentence needs its language's function words. Two function words of another language, and none of its own, prove that the language is
 * wrong.
 */
function byFunctionWords(words: readonly string[], code: string): string | undefined {
  const own = functionWords[code];
  if (!own || words.length < shortSentence || !isSentence(words)) return undefined;
  const small = words.map((word) => word.toLowerCase());
  const ownCount = small.filter((word) => own.has(word)).length;
  for (const [other, list] of Object.entries(functionWords)) {
    if (other === code) continue;
    const found = small.filter((word) => list.has(word));
    if (found.length >= 2 && found.length > ownCount * ratio) return `"${found[0]}" and "${found[1]}" are words of "${other}"`;
  }
  return undefined;
}

/** A text may quote names in another language, such as those of an authority, a law or a screen. */
const ratio = 3;
