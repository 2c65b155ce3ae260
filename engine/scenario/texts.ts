import { fillText } from '../config/fillText.ts';
import { valueAt } from '../config/valueAt.ts';
import { fieldKey, messageKeys, messageParams } from '../form/messages.ts';
import type { Problem } from '../form/types.ts';
import type { OpenForm, OpenRelease } from '../compiler/index.ts';
import type { FormSession } from '../session/formSession.ts';

type Words = Readonly<Record<string, unknown>>;

/** Returns the texts that a form shows: labels, messages of problems and reasons of sent-back fields. */
export function shownTexts(release: OpenRelease, language: string, form: FormSession, definition: OpenForm): string[] {
  const words = release.words(language);
  const constants = release.settings.constants;
  const say = (key: string, values: Words = {}) => textAt(words, key, { ...values, constants });
  const { schema, module } = definition;
  const asked = Object.keys(module.fields).filter((field) => form.applies(field));
  const label = (path: string) => say(`${fieldKey(schema.id, path)}.label`) ?? '';
  const message = (problem: Problem) => messageOf(release, language, definition, problem);
  const reasons = asked.flatMap((field) => form.correction(field)?.reason ?? []).map((reason) => say(`corrections.${reason}`));
  const all = [
    say(`forms.${schema.id}.title`),
    ...asked.map((field) => label(`/${field}`)),
    ...form.visibleProblems.map(message),
    ...reasons,
  ];
  return all.filter((text): text is string => text !== undefined && text !== '');
}

/** Returns the text of a problem. */
export function messageOf(release: OpenRelease, language: string, { schema }: OpenForm, problem: Problem): string | undefined {
  const words = release.words(language);
  const { constants } = release.settings;
  const label = textAt(words, `${fieldKey(schema.id, problem.path)}.label`, { constants }) ?? '';
  const values = { ...messageParams(schema, problem), label, constants };
  return first(messageKeys(schema.id, schema, problem).map((key) => textAt(words, key, values)));
}

const first = <T>(values: readonly (T | undefined)[]): T | undefined => values.find((value) => value !== undefined);

/** Returns the text at a dotted key with its plain placeholders filled. Placeholders with a format stay. */
export function textAt(words: Words, key: string, values: Words): string | undefined {
  const text = valueAt(words, key);
  if (typeof text !== 'string') return undefined;
  return fillText(text, (path, format) => {
    const value = format === undefined ? valueAt(values, path) : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
}
