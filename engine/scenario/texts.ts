import { fieldKey, messageKeys, messageParams } from '../form/messages.ts';
import type { Problem } from '../form/types.ts';
import type { OpenForm, OpenRelease } from '../compiler/index.ts';
import type { FormSession } from '../session/formSession.ts';
import { type Bundle, createWords, regionOf, type Words } from '../texts/words.ts';

/** Returns the texts that a form shows: labels, messages of problems and reasons of sent-back fields. */
export function shownTexts(release: OpenRelease, language: string, form: FormSession, definition: OpenForm): string[] {
  const words = wordsOf(release, language);
  const { schema, module } = definition;
  const asked = Object.keys(module.fields).filter((field) => form.applies(field));
  const message = (problem: Problem) => messageOf(release, language, definition, problem);
  const reasons = asked.flatMap((field) => form.correction(field)?.reason ?? []).map((reason) => `corrections.${reason}`);
  const keys = [`forms.${schema.id}.title`, ...asked.map((field) => `${fieldKey(schema.id, `/${field}`)}.label`)];
  const all = [
    ...keys.map((key) => words.text({ language }, key)),
    ...form.visibleProblems.map(message),
    ...reasons.map((key) => words.text({ language }, key)),
  ];
  return all.filter((text): text is string => text !== undefined && text !== '');
}

/** Returns the text of a problem. A placeholder stays if only the validator knows its value. */
export function messageOf(release: OpenRelease, language: string, { schema }: OpenForm, problem: Problem): string | undefined {
  const words = wordsOf(release, language);
  const label = words.text({ language }, `${fieldKey(schema.id, problem.path)}.label`) ?? '';
  return words.text({ language }, messageKeys(schema.id, schema, problem), { ...messageParams(schema, problem), label });
}

const known = new WeakMap<OpenRelease, { words: Words; languages: Set<string> }>();

/** Returns the texts of a release. Those of a language are read on first use. */
function wordsOf(release: OpenRelease, language: string): Words {
  const { words, languages } = known.get(release) ?? { words: createWords(regionOf(release.settings)), languages: new Set() };
  known.set(release, { words, languages });
  if (!languages.has(language)) words.add(language, release.words(language) as Bundle);
  languages.add(language);
  return words;
}
