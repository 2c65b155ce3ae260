import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Memo } from '../memo.ts';
import type { SourceDocument } from '../project/document.ts';
import type { LocaleFile } from '../project/project.ts';
import { type AnyCatalogue, at, catalogueOf, hasWords, textsIn, type WholeCatalogue } from './catalogue.ts';
import { checkRequired } from './checkRequired.ts';
import { missing } from './missing.ts';
import { checkPartly, partlyOffered } from './partly.ts';
import { stemOf } from './placeholders.ts';
import { checkNotices, requiredTexts } from './required.ts';
import { checkSubjects } from './subjects.ts';
import { keysWithoutUse, translationsOf } from './unused.ts';
import { languagesOf } from './words.ts';

/**
 * Checks texts: no text is missing in an offered language, all translations use the same placeholders, and no text is unused. Also
 * reports how complete each language is.
 */
export function checkLocales(analysis: Analysis): Located[] {
  const { memo, project } = analysis;
  const settings = project.one('settings');
  if (!settings) return [];
  const { offered, prepared = [], default: main } = settings.value.languages;
  const languages = languagesOf(project, memo);
  const catalogues = new Map([...languages].map(([code, language]) => [code, catalogueOf(language)]));
  const codes = offered.map(({ code }) => code);
  const reference = catalogues.get(main);
  const written = codes.filter((code) => isWritten(catalogues.get(code)));
  const absent = codes.flatMap((code, index): Located[] =>
    written.includes(code) ? [] : [{ document: settings.document, finding: noWords(code, `/languages/offered/${index}/code`) }],
  );
  if (!reference) return absent;
  const required = requiredTexts(analysis);
  const present = written.flatMap((code) => catalogues.get(code) ?? []);
  const partly = partlyOffered(settings.value.languages);
  const complete = present.filter(({ language: { code } }) => !partly.has(code));
  const unusedKeys = keysWithoutUse(reference, required, analysis);
  const unused = new Set(unusedKeys.map(stemOf));
  const lacking = new Map([...catalogues].map(([code, catalogue]) => [code, lackingIn(catalogue, reference, memo)]));
  const total = totalOf(reference);
  const lackingOf = (code: string) => lacking.get(code)?.length ?? total;
  const { unmet, found } = checkRequired(required, present, reference, memo);
  return [
    ...absent,
    ...checkPartly(settings.value.languages, { total, lackingIn: lackingOf }, settings.document),
    ...complete.flatMap((catalogue) => {
      const { code } = catalogue.language;
      const asked = { required, unmet: unmet.get(code) ?? [], lacking: lacking.get(code) ?? [], unused, all: present };
      return missing(catalogue, reference, asked, project);
    }),
    ...checkSubjects(languages, settings.value, written, analysis),
    ...found,
    ...checkNotices(analysis, reference),
    ...unusedKeys.flatMap((key) => {
      const also = translationsOf(key, [...catalogues.values()], reference);
      return at(reference, key, 'unused-key', `Nothing uses "${key}".`, { at: 'key', remove: true, also });
    }),
    ...[...codes, ...prepared].map((code) => completeness(code, total - lackingOf(code), total, settings.document)),
  ];
}

/** The texts of the main language that another one lacks. */
function lackingIn(catalogue: WholeCatalogue, reference: WholeCatalogue, memo: Memo): string[] {
  const { code, files } = catalogue.language;
  const all = [...files.values()];
  const isLacking = (stem: string) => !hasWords(catalogue, stem);
  const name = `lacking in ${code}`;
  let byNamespace: ReadonlyMap<string, LocaleFile[]> | undefined;
  const inNamespace = (namespace: string) => (byNamespace ??= Map.groupBy(all, (file) => file.namespace)).get(namespace) ?? [];
  return memo.each(name, [...reference.language.files.values()], all, (file) => {
    const { namespace, under } = file;
    const inputs = under === undefined ? inNamespace(namespace) : [files.get(`${namespace}/${under}`), files.get(namespace)];
    return memo.about(file, name, inputs, () => [...textsIn(file).stems.keys()].filter(isLacking));
  });
}

function totalOf({ language }: WholeCatalogue): number {
  let total = 0;
  for (const file of language.files.values()) total += textsIn(file).stems.size;
  return total;
}

function isWritten(catalogue: AnyCatalogue | undefined): boolean {
  for (const text of catalogue?.texts.values() ?? []) if (text !== '') return true;
  return false;
}

function noWords(code: string, pointer: string): Finding {
  return { code: 'missing-language', pointer, message: `The folder locales/${code} has no texts.` };
}

function completeness(code: string, filled: number, total: number, document: SourceDocument): Located {
  const share = total === 0 ? 100 : Math.floor((filled / total) * 100);
  const message = `"${code}" has ${filled} of ${total} texts (${share} %).`;
  const witness = { language: code, filled, of: total };
  return { document, finding: { code: 'completeness', pointer: '/languages', message, witness } };
}
