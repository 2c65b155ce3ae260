import { valueAt } from '../../config/valueAt.ts';
import { nearMiss } from '../../expression/index.ts';
import type { Finding } from '../diagnostics.ts';

const schemaSuffix = '.schema.json';

/** Text files: of a namespace, `locales/en/forms.json`, or of one of its keys, `locales/en/screens/start.json`. */
export const wordsPath = /^locales\/([^/]+)\/(?!documents\/)([^/.]+)(?:\/([^/.]+))?\.json$/;

interface Place {
  kind: string;
  pattern: RegExp;
  /** For messages. */
  name: string;
}

const inFolder = (kind: string, folder: string): Place => ({ kind, pattern: new RegExp(`^${folder}`), name: folder });
const singles = ['navigation', 'errors', 'settings', 'conditions', 'carryOver', 'corrections'];

/** The place of each kind of the engine. The first match wins, so that a file too broken to name its kind still has one. */
const places: readonly Place[] = [
  { kind: 'config', pattern: /^hakbang\.config\.json$/, name: 'hakbang.config.json' },
  { kind: 'locale', pattern: wordsPath, name: 'locales/<language>/' },
  { kind: 'document', pattern: /^locales\/[^/]+\/documents\/[^/]+\.md$/, name: 'locales/<language>/documents/' },
  { kind: 'formUi', pattern: /^schemas\/forms\/[^/]+\.ui\.json$/, name: 'schemas/forms/<form>.ui.json' },
  inFolder('form', 'schemas/forms/'),
  inFolder('enum', 'schemas/enums/'),
  inFolder('format', 'schemas/formats/'),
  inFolder('screen', 'flows/screens/'),
  inFolder('lifeCycle', 'flows/lifecycles/'),
  inFolder('decisionTable', 'flows/decisions/'),
  inFolder('cases', 'flows/cases/'),
  { kind: 'flow', pattern: /^flows\/[^/]+\.flow\.json$/, name: 'flows/<flow>.flow.json' },
  { kind: 'subFlow', pattern: /^flows\/[^/]+\.subFlow\.json$/, name: 'flows/<subFlow>.subFlow.json' },
  ...singles.map((kind) => ({ kind, pattern: new RegExp(`^flows/${kind}\\.json$`), name: `flows/${kind}.json` })),
];

/** The kind of a folder, or undefined if the folder has none. */
export const kindByPath = (path: string): string | undefined => places.find(({ pattern }) => pattern.test(path))?.kind;

/**
 * Where a file of this kind belongs, if it is elsewhere. Rights to edit and to approve depend on folders, so a kind must not leave its own.
 *
 * @param required the path of the kind's required file, if it has one
 */
export function placeMissed(path: string, kind: string, required: string | undefined): string | undefined {
  // Misplaced texts have a finding of their own.
  if (kind === 'locale' || !/^(schemas|flows|locales)\//.test(path)) return undefined;
  const own = places.filter((place) => place.kind === kind);
  if (own.length > 0) return own.some(({ pattern }) => pattern.test(path)) ? undefined : own.map(({ name }) => name).join(' or ');
  const folder = required?.replace(/[^/]*$/, '') ?? 'flows/';
  return path.startsWith(folder) ? undefined : folder;
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
