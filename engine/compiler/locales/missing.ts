import type { Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';
import { at, hasWords, placeOf, type Catalogue } from './catalogue.ts';
import type { RequiredText } from './required.ts';

export interface Asked {
  required: readonly RequiredText[];
  /** Keys of the main language that nothing uses: a translation need not have them. */
  unused: ReadonlySet<string>;
}

/** Texts that a language that is offered lacks. */
export function missing(catalogue: Catalogue, reference: Catalogue, { required, unused }: Asked, project: Project): Located[] {
  const { code } = catalogue.language;
  const told = new Set<string>();
  const found: Located[] = [];
  for (const text of required) {
    const [key = ''] = text.keys;
    if (told.has(key) || text.keys.some((each) => hasWords(catalogue, each)) || isUnreadable(project, code, text.keys)) continue;
    told.add(key);
    // What the main language lacks is told where it is asked for; what only a translation lacks, in its file.
    const everywhere = !text.keys.some((each) => hasWords(reference, each));
    if (everywhere && catalogue !== reference) continue;
    found.push(everywhere ? atOrigin(text, key, code) : inFile(catalogue, key, atOrigin(text, key, code)));
  }
  return [...found, ...(catalogue === reference ? [] : lacking(catalogue, reference, new Set([...told, ...unused]), project))];
}

function atOrigin({ document, pointer, at: part }: RequiredText, key: string, language: string): Located {
  const message = `There are no words for this: "${key}" is missing in locales/${language}.`;
  return { document, finding: { code: 'missing-key', pointer, ...(part && { at: part }), message } };
}

const notIn = (language: string, key: string): string => `"${key}" has no words in "${language}".`;

/** Where the words are to be written; `otherwise` where there is no file for them yet. */
function inFile(catalogue: Catalogue, key: string, otherwise: Located): Located {
  const place = placeOf(catalogue, key);
  if (!place) return otherwise;
  const message = notIn(catalogue.language.code, key);
  return { document: place.document, finding: { code: 'missing-key', pointer: place.pointer, at: 'key', message } };
}

/** Whether a file that may hold one of the keys is there, but cannot be read. */
export function isUnreadable(project: Project, language: string, keys: readonly string[]): boolean {
  return keys.some((key) => {
    const [namespace, first] = key.split('.');
    const files = [`${language}/${namespace}`, `${language}/${namespace}/${first}`];
    return files.some((file) => project.isBroken('locale', file));
  });
}

/** What nothing in the configuration names (engine words, server words) is held against the main language. */
function lacking(catalogue: Catalogue, reference: Catalogue, told: ReadonlySet<string>, project: Project): Located[] {
  const { code } = catalogue.language;
  return [...reference.stems.keys()].flatMap((stem): Located[] => {
    if (told.has(stem) || !hasWords(reference, stem) || hasWords(catalogue, stem)) return [];
    if (isUnreadable(project, code, [stem])) return [];
    return at(reference, stem, 'missing-key', notIn(code, stem)).map((origin) => inFile(catalogue, stem, origin));
  });
}
