import { valueAt } from '../../config/valueAt.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Finding } from '../diagnostics.ts';

const schemaSuffix = '.schema.json';

/** Text files: of a namespace, `locales/en/forms.json`, or of one of its keys, `locales/en/screens/start.json`. */
export const wordsPath = /^locales\/([^/]+)\/(?!documents\/)([^/.]+)(?:\/([^/.]+))?\.json$/;

/** The folder of each kind, for files too broken to name their kind. The first match wins. */
const places: readonly [RegExp, string][] = [
  [/^hakbang\.config\.json$/, 'config'],
  [wordsPath, 'locale'],
  [/^locales\/[^/]+\/documents\/[^/]+\.md$/, 'document'],
  [/^schemas\/forms\/[^/]+\.ui\.json$/, 'formUi'],
  [/^schemas\/forms\//, 'form'],
  [/^schemas\/enums\//, 'enum'],
  [/^schemas\/formats\//, 'format'],
  [/^flows\/screens\//, 'screen'],
  [/^flows\/lifecycles\//, 'lifeCycle'],
  [/^flows\/decisions\//, 'decisionTable'],
  [/^flows\/cases\//, 'cases'],
  [/^flows\/[^/]+\.flow\.json$/, 'flow'],
  [/^flows\/[^/]+\.subFlow\.json$/, 'subFlow'],
  [/^flows\/(navigation|errors|settings|conditions|carryOver|corrections)\.json$/, '$1'],
];

/** The kind of a folder, or undefined if the folder has none. */
export function kindByPath(path: string): string | undefined {
  for (const [pattern, kind] of places) {
    const match = pattern.exec(path);
    if (match) return kind === '$1' ? match[1] : kind;
  }
  return undefined;
}

/** The kind in a file name, `basic.product.json` or `limits.json`, for the product's files that are too broken to name it. */
export function kindByName(path: string, known: readonly string[]): string | undefined {
  const named = /([A-Za-z0-9]+)\.json$/.exec(path)?.[1];
  return known.find((kind) => kind === named);
}

/** The relative path from a file to the meta-schema of a kind. */
export function schemaPath(path: string, kind: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return `${up}schemas/meta/${kind}${schemaSuffix}`.replace(/^((?:\.\.\/)*)\.\.\/schemas\//, path.startsWith('schemas/') ? '$1' : '$&');
}

/** Returns the kind that `$schema` names, or a finding. */
export function kindBySchema(path: string, value: unknown, known: readonly string[]): { kind: string } | Finding {
  const schema = valueAt(value, ['$schema']);
  if (typeof schema !== 'string') {
    const kind = kindByPath(path) ?? kindByName(path, known);
    const meta = schemaPath(path, kind ?? '<kind>');
    return {
      code: 'no-schema',
      pointer: '',
      message: 'The file has no "$schema" that names its meta-schema.',
      fix: `Start the file with "$schema": "${meta}".`,
      ...(kind !== undefined && { insert: { pointer: '/$schema', value: meta } }),
    };
  }
  const base = schema.slice(schema.lastIndexOf('/') + 1);
  const kind = base.endsWith(schemaSuffix) ? base.slice(0, -schemaSuffix.length) : base;
  if (known.includes(kind)) return { kind };
  return {
    code: 'unknown-kind',
    pointer: '/$schema',
    message: `There is no configuration kind "${kind}".`,
    ...nearMiss(kind, known),
  };
}

export function idByPath(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base.slice(0, base.indexOf('.'));
}
