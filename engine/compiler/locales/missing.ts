import type { Located } from '../diagnostics.ts';
import type { Project } from '../project/project.ts';
import { at, hasWords, placeOf, type Catalogue } from './catalogue.ts';
import type { RequiredText } from './required.ts';

export interface Asked {
  required: readonly RequiredText[];
  /** Unused keys of the main language. A translation may omit them. */
  unused: ReadonlySet<string>;
}

/** Reports texts that an offered language lacks. */
export function missing(catalogue: Catalogue, reference: Catalogue, { required, unused }: Asked, project: Project): Located[] {
  const { code } = catalogue.language;
  const reported = new Set<string>();
  const found: Located[] = [];
  for (const text of required) {
    const [key = ''] = text.keys;
    if (reported.has(key) || text.keys.some((each) => hasWords(catalogue, each)) || isUnreadable(project, code, text.keys)) continue;
    reported.add(key);
    // A text that every language lacks is reported where it is used. A text that only a translation lacks is reported in its file.
    const everywhere = !text.keys.some((each) => hasWords(reference, each));
    if (everywhere && catalogue !== reference) continue;
    found.push(everywhere ? atOrigin(text, key, code) : inFile(catalogue, key, atOrigin(text, key, code)));
  }
  return [...found, ...(catalogue === reference ? [] : lacking(catalogue, reference, new Set([...reported, ...unused]), project))];
}

function atOrigin({ document, pointer, at: part }: RequiredText, key: string, language: string): Located {
  const message = `This has no text: "${key}" is missing in locales/${language}.`;
  return { document, finding: { code: 'missing-key', pointer, ...(part && { at: part }), message } };
}

const notIn = (language: string, key: string): string => `"${key}" has no text in "${language}".`;

/** Places the finding in the language file, or uses `otherwise` if that file does not exist. */
function inFile(catalogue: Catalogue, key: string, otherwise: Located): Located {
  const place = placeOf(catalogue, key);
  if (!place) return otherwise;
  const message = notIn(catalogue.language.code, key);
  return { document: place.document, finding: { code: 'missing-key', pointer: place.pointer, at: 'key', message } };
}

/** Whether a file that could contain one of the keys exists but cannot be read. */
export function isUnreadable(project: Project, language: string, keys: readonly string[]): boolean {
  return keys.some((key) => {
    const [namespace, first] = key.split('.');
    const files = [`${language}/${namespace}`, `${language}/${namespace}/${first}`];
    return files.some((file) => project.isBroken('locale', file));
  });
}

/** Texts that only code uses are compared with the main language. */
function lacking(catalogue: Catalogue, reference: Catalogue, reported: ReadonlySet<string>, project: Project): Located[] {
  const { code } = catalogue.language;
  return [...reference.stems.keys()].flatMap((stem): Located[] => {
    if (reported.has(stem) || !hasWords(reference, stem) || hasWords(catalogue, stem)) return [];
    if (isUnreadable(project, code, [stem])) return [];
    return at(reference, stem, 'missing-key', notIn(code, stem)).map((origin) => inFile(catalogue, stem, origin));
  });
}
