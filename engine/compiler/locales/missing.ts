import type { Located } from '../diagnostics.ts';
import type { Project } from '../names/project.ts';
import type { SourceDocument } from '../read/document.ts';
import { deepest, hasWords, type Catalogue } from './catalogue.ts';
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
    found.push(everywhere ? atOrigin(text, key, code) : inFile(catalogue, key, code, text));
  }
  return [...found, ...(catalogue === reference ? [] : lacking(catalogue, reference, new Set([...told, ...unused]), project))];
}

function atOrigin({ document, pointer, at }: RequiredText, key: string, language: string): Located {
  const message = `There are no words for this: "${key}" is missing in locales/${language}.`;
  return { document, finding: { code: 'missing-key', pointer, ...(at && { at }), message } };
}

function inFile(catalogue: Catalogue, key: string, language: string, text?: RequiredText): Located {
  const [namespace = '', ...rest] = key.split('.');
  const file = catalogue.language.files.get(namespace);
  const message = `"${key}" has no words in "${language}".`;
  if (!file && text) return atOrigin(text, key, language);
  if (!file) return { document: anyFile(catalogue), finding: { code: 'missing-key', pointer: '', message } };
  return { document: file.document, finding: { code: 'missing-key', pointer: deepest(file, rest), at: 'key', message } };
}

function anyFile(catalogue: Catalogue): SourceDocument {
  const [file] = catalogue.language.files.values();
  if (!file) throw new Error('a language without a file');
  return file.document;
}

function isUnreadable(project: Project, language: string, keys: readonly string[]): boolean {
  return keys.some((key) => project.isBroken('locale', `${language}/${key.split('.')[0]}`));
}

/** What nothing in the configuration names (engine words, server words) is held against the main language. */
function lacking(catalogue: Catalogue, reference: Catalogue, told: ReadonlySet<string>, project: Project): Located[] {
  const { code } = catalogue.language;
  return [...reference.stems.keys()].flatMap((stem): Located[] => {
    if (told.has(stem) || !hasWords(reference, stem) || hasWords(catalogue, stem)) return [];
    return isUnreadable(project, code, [stem]) ? [] : [inFile(catalogue, stem, code)];
  });
}
