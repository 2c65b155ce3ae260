import { nearMiss } from '../../expression/index.ts';
import type { Finding } from '../diagnostics.ts';

const schemaSuffix = '.schema.json';

/** Where files of each kind stand, for files too broken to say it themselves. First match wins. */
const places: readonly [RegExp, string][] = [
  [/^hakbang\.config\.json$/, 'config'],
  [/^locales\/[^/]+\/[^/]+\.json$/, 'locale'],
  [/^locales\/[^/]+\/documents\/[^/]+\.md$/, 'document'],
  [/^schemas\/forms\/[^/]+\.ui\.json$/, 'formUi'],
  [/^schemas\/forms\//, 'form'],
  [/^schemas\/enums\//, 'enum'],
  [/^schemas\/formats\//, 'format'],
  [/^flows\/screens\//, 'screen'],
  [/^flows\/lifecycles\//, 'lifeCycle'],
  [/^flows\/decisions\//, 'decisionTable'],
  [/^flows\/[^/]+\.flow\.json$/, 'flow'],
  [/^flows\/(navigation|errors|settings|conditions)\.json$/, '$1'],
];

/** The kind a file has by its place; undefined where the place says nothing. */
export function kindByPath(path: string): string | undefined {
  for (const [pattern, kind] of places) {
    const match = pattern.exec(path);
    if (match) return kind === '$1' ? match[1] : kind;
  }
  return undefined;
}

/** The kind a file names in `$schema`, or what is wrong with that. */
export function kindBySchema(value: unknown, known: readonly string[]): { kind: string } | Finding {
  const schema = value !== null && typeof value === 'object' ? (value as { $schema?: unknown }).$schema : undefined;
  if (typeof schema !== 'string') {
    return {
      code: 'no-schema',
      pointer: '',
      message: 'The file does not name its meta-schema in "$schema".',
      fix: 'Begin with "$schema": "…/form.schema.json".',
    };
  }
  const base = schema.slice(schema.lastIndexOf('/') + 1);
  const kind = base.endsWith(schemaSuffix) ? base.slice(0, -schemaSuffix.length) : base;
  if (known.includes(kind)) return { kind };
  return {
    code: 'unknown-kind',
    pointer: '/$schema',
    message: `There is no kind of configuration "${kind}".`,
    ...nearMiss(kind, known),
  };
}

/** `schemas/forms/work.schema.json` → `work`. */
export function idByPath(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base.slice(0, base.indexOf('.'));
}
