import type { Analysis } from '../analysis.ts';
import type { Finding } from '../diagnostics.ts';
import { type AnyCatalogue, placeOf, textsIn, type WholeCatalogue } from './catalogue.ts';
import { stemOf } from './placeholders.ts';
import { namesOf, type RequiredTexts, speakersOf } from './required.ts';

/** The namespaces whose keys all follow from the configuration. In other namespaces code can ask for keys that it does not declare. */
const derived = new Set(['forms', 'enums', 'screens', 'errors', 'content']);

export function keysWithoutUse(reference: WholeCatalogue, required: readonly RequiredTexts[], analysis: Analysis): string[] {
  const { forms, sites, memo } = analysis;
  const users = memo.of('users of texts', required, () => usersOf(required));
  const speakers = speakersOf(analysis);
  // If a notice names a text, its sibling texts are also named by notices.
  const named = memo.of(
    'parents of notices',
    speakers,
    () => new Set(speakers.flatMap((entry) => sites(entry).spoken.flatMap(({ key, like }) => (like ? parentOf(key) : [])))),
  );
  const schemas = [...forms.values()].map(({ schema }) => schema);
  return memo.each('without use', [...reference.language.files.values()], [users, named, ...schemas], (file) => {
    const { namespace, under } = file;
    const own = users.get(under === undefined ? namespace : `${namespace}/${under}`) ?? [];
    const inputs = [named, ...own, ...(namespace === 'forms' ? schemas : [])];
    return memo.about(file, 'without use', inputs, () => {
      const used = new Set(own.flatMap((texts) => texts.flatMap(({ keys }) => keys)));
      return [...textsIn(file).texts.keys()].filter((key) => {
        if (used.has(key) || used.has(stemOf(key))) return false;
        const [first = ''] = key.split('.').slice(1);
        if (!derived.has(namespace) && !named.has(parentOf(key))) return false;
        return !(namespace === 'forms' && isOptionalWord(key, forms.get(first)?.schema.properties));
      });
    });
  });
}

/** The parts that use texts of a file, by the file's name. */
function usersOf(required: readonly RequiredTexts[]): ReadonlyMap<string, readonly RequiredTexts[]> {
  const users = new Map<string, RequiredTexts[]>();
  for (const texts of required) {
    for (const name of namesOf(texts)) {
      const known = users.get(name);
      if (known) known.push(texts);
      else users.set(name, [texts]);
    }
  }
  return users;
}

const parentOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('.'), 0));

/** The places of a text in the other languages, each with all its plural forms. */
export function translationsOf(key: string, catalogues: readonly AnyCatalogue[], reference: AnyCatalogue): NonNullable<Finding['also']> {
  return catalogues.flatMap((catalogue) => {
    if (catalogue === reference) return [];
    const forms = catalogue.stems.get(stemOf(key)) ?? [];
    return forms.flatMap((form) => {
      const place = placeOf(catalogue, form);
      return place?.isThere ? [{ document: place.document, pointer: place.pointer }] : [];
    });
  });
}

const formWords = new Set(['title', 'intro', 'submit']);
const fieldWords = new Set(['label', 'hint', 'placeholder', 'link', 'item', 'add']);

/** Texts that a form can have but does not need: of the form, of a field or its parts, and messages for any keyword. */
function isOptionalWord(key: string, properties: Readonly<Record<string, object>> | undefined): boolean {
  const [, , field = '', ...rest] = key.split('.');
  if (!properties) return false;
  if (rest.length === 0) return formWords.has(field);
  if (!Object.hasOwn(properties, field)) return false;
  const last = rest.at(-1) ?? '';
  return rest.at(-2) === 'errors' || fieldWords.has(last);
}
