import { titleOf } from '../../config/titleOf.ts';
import type { Located } from '../diagnostics.ts';
import { at, type Catalogue } from './catalogue.ts';
import { tongueOf, wrongLanguage } from './wrongLanguage.ts';

/**
 * Reports texts that are still in the main language, as `hakbang new` creates them. A single identical text proves nothing, because names
 * and technical terms are not translated. But an error message is a sentence, and a whole screen, form or enum consists of more than names.
 */
export function untranslated(catalogue: Catalogue, reference: Catalogue): Located[] {
  const { code } = catalogue.language;
  const tongue = tongueOf(code);
  // A long sentence is reported as such (wrong-language).
  const isReported = ([, text]: readonly [string, string]) => wrongLanguage(text, tongue, text) !== undefined;
  const filled = [...catalogue.texts].filter(([, text]) => text !== '');
  const isLeft = ([key, text]: [string, string]) =>
    reference.texts.get(key) === text && /\p{L}{2}/u.test(text.replace(/\{\{[^}]*\}\}/g, ''));
  const whole = [...Map.groupBy(filled, ([key]) => key.split('.', 2).join('.'))].filter(
    ([group, texts]) => isOfAuthor(group, texts) && texts.every(isLeft) && !texts.some(isReported),
  );
  const groups = new Set(whole.map(([group]) => group));
  const files = whole.flatMap(([group, [first]]) => {
    const [key = ''] = first ?? [];
    return at(catalogue, key, 'untranslated', `The texts of "${group}" are not translated into "${code}".`, { at: 'key' });
  });
  const messages = filled.filter(
    (text) => isMessage(text[0]) && isLeft(text) && !groups.has(text[0].split('.', 2).join('.')) && !isReported(text),
  );
  return [
    ...files,
    ...messages.flatMap(([key]) => at(catalogue, key, 'untranslated', `"${key}" is not translated into "${code}".`, { at: 'key' })),
  ];
}

const isMessage = (key: string): boolean => key.startsWith('forms.') && key.split('.').at(-2) === 'errors';

/**
 * Whether identical texts of a group are an oversight. Names of products and banks are the same in every language, so an enum only counts
 * if a scaffold derived all of its labels from the codes.
 */
function isOfAuthor(group: string, texts: readonly (readonly [string, string])[]): boolean {
  if (group.startsWith('forms.') || group.startsWith('screens.')) return true;
  return group.startsWith('enums.') && texts.length > 1 && texts.every(([key, text]) => text === titleOf(key.split('.').at(-1) ?? ''));
}
