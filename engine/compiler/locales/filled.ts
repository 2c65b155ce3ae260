import { nearMiss } from '../../expression/index.ts';
import type { Located } from '../diagnostics.ts';
import type { Memo } from '../memo.ts';
import type { LocaleFile } from '../project/project.ts';
import { rawAmounts } from './amounts.ts';
import { type AnyCatalogue, hasWords, type WholeCatalogue, wordsFor } from './catalogue.ts';
import { placeholdersOf } from './placeholders.ts';
import { namesOf, type RequiredText, type RequiredTexts } from './required.ts';

/** Finds the required texts that each language lacks, and wrong values in those of the main language. */
export function heldAgainstWords(
  required: readonly RequiredTexts[],
  present: readonly WholeCatalogue[],
  reference: WholeCatalogue,
  memo: Memo,
) {
  const all = [...new Set([reference, ...present])];
  const codes = all.map(({ language }) => language.code).join();
  const unmet = new Map<string, RequiredText[]>();
  // Two parts of the configuration may use the same text. One finding is enough.
  const found = new Map<string, Located>();
  for (const texts of required) {
    if (texts.length === 0) continue;
    const inputs = [codes, ...filesWith(texts, all)];
    for (const catalogue of present) {
      const { code } = catalogue.language;
      const isUnmet = ({ keys }: RequiredText) => !keys.some((key) => hasWords(catalogue, key));
      const own = memo.about(texts, `unmet in ${code}`, inputs, () => texts.filter(isUnmet));
      if (own.length > 0) unmet.set(code, [...(unmet.get(code) ?? []), ...own]);
    }
    const ofValues = () => [...rawAmounts(reference, present, texts), ...unfilled(reference, texts)];
    for (const each of memo.about(texts, 'values', inputs, ofValues)) {
      const { code, pointer } = each.finding;
      const place = `${code} ${each.document.path} ${pointer}`;
      if (!found.has(place)) found.set(place, each);
    }
  }
  return { unmet, found: [...found.values()] };
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
