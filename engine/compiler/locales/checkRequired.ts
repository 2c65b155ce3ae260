import { nearMiss } from '../../expression/index.ts';
import type { Located } from '../diagnostics.ts';
import type { Memo } from '../memo.ts';
import type { LocaleFile } from '../project/project.ts';
import { rawAmounts } from './amounts.ts';
import { type AnyCatalogue, at, hasWords, keysFor, type WholeCatalogue, wordsFor } from './catalogue.ts';
import { placeholdersOf } from './placeholders.ts';
import { namesOf, type RequiredText, type RequiredTexts } from './required.ts';
import { wrongUnit } from './timeUnits.ts';

/**
 * Looks up each part's required texts in the files that can contain them.
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
  const check = (texts: RequiredTexts): Verdict[] => [
    ...[...rawAmounts(reference, present, texts), ...unfilled(reference, texts), ...unlikeUnits(present, texts)].map((fault) => ({
      fault,
    })),
    ...present.flatMap((catalogue) => lackedBy(catalogue, texts).map((lacking) => ({ lacking, code: catalogue.language.code }))),
  ];
  const verdicts = memo.each('required texts', parts, hints, (texts) =>
    memo.about(texts, 'required texts', [codes, ...filesWith(texts, all)], () => check(texts)),
  );
  const unmet = new Map(present.map(({ language }) => [language.code, [] as RequiredText[]]));
  // Two parts may use the same text. One finding is enough.
  const found = new Map<string, Located>();
  for (const verdict of verdicts) {
    if ('lacking' in verdict) unmet.get(verdict.code)?.push(verdict.lacking);
    else {
      const { fault } = verdict;
      const place = `${fault.finding.code} ${fault.document.path} ${fault.finding.pointer}`;
      if (!found.has(place)) found.set(place, fault);
    }
  }
  return { unmet, found: [...found.values()] };
}

/** A fault of a text in the main language, or a text that the language with this code lacks. */
type Verdict = { fault: Located } | { lacking: RequiredText; code: string };

const lackedBy = (catalogue: WholeCatalogue, texts: RequiredTexts): RequiredText[] =>
  texts.filter(({ keys }) => !keys.some((key) => hasWords(catalogue, key)));

const filesWith = (texts: RequiredTexts, present: readonly WholeCatalogue[]): LocaleFile[] =>
  present.flatMap(({ language }) => namesOf(texts).flatMap((name) => language.files.get(name) ?? []));

/** Checks values whose expressions end in a unit of time. */
function unlikeUnits(present: readonly WholeCatalogue[], required: RequiredTexts): Located[] {
  return required.flatMap(({ keys: [key = ''], sources }): Located[] => {
    if (!sources) return [];
    return present.flatMap((catalogue) =>
      keysFor(catalogue, key).flatMap((each) => {
        const unit = wrongUnit(catalogue.texts.get(each) ?? '', catalogue.language.code, sources);
        return unit ? at(catalogue, each, 'wrong-unit', unit.message, { within: unit.index }) : [];
      }),
    );
  });
}

/** Checks that `with` and the constants fill every placeholder of a block's text. */
function unfilled(reference: AnyCatalogue, required: RequiredTexts): Located[] {
  return required.flatMap(({ keys: [key = ''], values, sources, document, pointer }): Located[] => {
    if (!values) return [];
    const shown = wordsFor(reference, key).flatMap((text) => [...placeholdersOf(text)]);
    const empty = shown.find((name) => !name.startsWith('constants.') && !values.includes(name));
    if (empty === undefined) return [];
    const given = sources ? '"with" does not provide' : 'code does not provide';
    const message = `The text "${key}" has {{${empty}}}, but ${given} "${empty}".`;
    return [{ document, finding: { code: 'unfilled-placeholder', pointer, message, ...nearMiss(empty, values) } }];
  });
}
