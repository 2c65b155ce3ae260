import { compile } from '../compiler/index.ts';
import type { KeptVerdicts, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import { valueAt } from '../config/valueAt.ts';
import { titleOf } from '../config/titleOf.ts';
import { Draft } from '../scaffold/draft.ts';

interface Missing {
  language: string;
  key?: string;
  file?: string;
}

/** A text added to the main language is then missing in the others, and the compiler lists only the first missing text of a file. */
const mostRounds = 20;

/**
 * Adds the texts that the compiler reports as missing. Derives those of the main language from their names, and those of other languages
 * from the main language.
 */
export async function withMissingWords(files: readonly SourceFile[], registry: Registry, verdicts?: KeptVerdicts) {
  const draft = new Draft(files);
  const added: string[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const { diagnostics } = await compile(draft.files, registry, verdicts);
    const missing = diagnostics.flatMap(({ code, witness }) => (code === 'missing-key' && witness ? [witness as Missing] : []));
    const before = added.length;
    for (const each of missing) added.push(...write(draft, each));
    if (added.length === before) break;
  }
  return { files: draft.files, changed: draft.changed, added };
}

function write(draft: Draft, { language, key, file }: Missing): string[] {
  const { default: main } = draft.languages;
  if (file !== undefined) {
    const [path, from] = [`locales/${language}/${file}.json`, `locales/${main}/${file}.json`];
    if (draft.has(path) || !draft.has(from)) return [];
    const { $schema: _, ...words } = draft.json(from) as Record<string, unknown>;
    draft.create(path, 'locale', words);
    return [`${path}: all texts, from "${main}"`];
  }
  if (key === undefined) return [];
  const [namespace = '', ...rest] = key.split('.');
  const text = (language === main ? undefined : textOf(draft, main, namespace, rest)) ?? titleOf(nameIn(rest));
  draft.word(language, namespace, rest.join('.'), text);
  return [`locales/${language}: ${key} ${JSON.stringify(text)}`];
}

function textOf(draft: Draft, language: string, namespace: string, path: readonly string[]): string | undefined {
  const whole = `locales/${language}/${namespace}.json`;
  const split = `locales/${language}/${namespace}/${path[0]}.json`;
  const [file, inside] = draft.has(whole) ? [whole, path] : [split, path.slice(1)];
  const text = draft.has(file) ? valueAt(draft.json(file), inside) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The part of a key that names its subject: `work.hat.label` is about the hat. */
function nameIn(path: readonly string[]): string {
  const said = path.filter((part) => !['label', 'title', 'heading', 'errors'].includes(part));
  return said.at(-1) ?? path.at(-1) ?? '';
}
