import { nearMiss } from '../../expression/index.ts';
import type { Located } from '../diagnostics.ts';
import type { Memo } from '../memo.ts';
import type { LocaleFile } from '../project/project.ts';
import { rawAmounts } from './amounts.ts';
import { type AnyCatalogue, hasWords, type WholeCatalogue, wordsFor } from './catalogue.ts';
import { placeholdersOf } from './placeholders.ts';
import { namesOf, type RequiredText, type RequiredTexts } from './required.ts';

/**
 * Holds each part's required texts against the files that can contain them.
 *
 * @returns the texts that each language lacks, by its code, and findings about the values of those in the main language
 */
export function checkRequired(
  required: readonly RequiredTexts[],
  present: readonly WholeCatalogue[],
  reference: WholeCatalogue,
  memo: Memo,
) {
  const all = [...new Set([reference, ...present])];
  const codes = all.map(({ language }) => language.code).join();
  const parts = required.filter((texts) => texts.length > 0);
  const hints = [codes, ...all.flatMap(({ language }) => [...language.files.values()])];
  const ofParts = <T>(name: string, compute: (texts: RequiredTexts) => readonly T[]): T[] =>
    memo.each(name, parts, hints, (texts) => memo.about(texts, name, [codes, ...filesWith(texts, all)], () => compute(texts)));
  const lackedBy = (catalogue: WholeCatalogue) => {
    const isUnmet = ({ keys }: RequiredText) => !keys.some((key) => hasWords(catalogue, key));
    return ofParts(`unmet in ${catalogue.language.code}`, (texts) => texts.filter(isUnmet));
  };
  // Two parts may use the same text. One finding is enough.
  const found = new Map<string, Located>();
  for (const each of ofParts('values', (texts) => [...rawAmounts(reference, present, texts), ...unfilled(reference, texts)])) {
    const place = `${each.finding.code} ${each.document.path} ${each.finding.pointer}`;
    if (!found.has(place)) found.set(place, each);
  }
  return { unmet: new Map(present.map((catalogue) => [catalogue.language.code, lackedBy(catalogue)])), found: [...found.values()] };
}

const filesWith = (texts: RequiredTexts, present: readonly WholeCatalogue[]): LocaleFile[] =>
  present.flatMap(({ language }) => namesOf(texts).flatMap((name) => language.files.get(name) ?? []));

/** Checks that `with` and the constants fill every placeholder of a block's text. */
function unfilled(reference: AnyCatalogue, required: RequiredTexts): Located[] {
  return required.flatMap(({ keys: [key = ''], values, sources, document, pointer }): Located[] => {
    if (!values) return [];
    const shown = wordsFor(reference, key).flatMap((text) => [...placeholdersOf(text)]);
    const empty = shown.find((name) => !name.startsWith('constants.') && !values.includes(name));
    if (empty === undefined) return [];
    const given = sources ? '"with" does not give' : 'code does not give';
    const message = `The text "${key}" has {{${empty}}}, but ${given} "${empty}".`;
    return [{ document, finding: { code: 'unfilled-placeholder', pointer, message, ...nearMiss(empty, values) } }];
  });
}
