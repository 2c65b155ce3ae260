import type { FormSchema, PropertySchema } from '../../config/form.ts';
import { nearMiss, type Suggestion } from '../../expression/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { Entry, Project } from '../project/project.ts';
import { pointerTo } from '../project/document.ts';
import type { Memo } from '../memo.ts';
import { withSensitivity } from './sensitivity.ts';

/** A form with its $refs resolved. */
export interface BundledForm {
  entry: Entry<FormSchema>;
  schema: FormSchema;
  enums: ReadonlySet<string>;
  formats: ReadonlySet<string>;
  /** Whether a $ref has no readable file. It has a finding of its own, and the type of its property is unknown. */
  unresolved?: true;
}

export interface Bundling {
  forms: ReadonlyMap<string, BundledForm>;
  found: Located[];
}

const maxDepth = 12;

/**
 * Inlines the enums and formats of every form and reports each $ref that cannot be resolved. A form stays the same object as long as its
 * files, the enums and the formats do.
 */
export function bundleForms(project: Project, memo: Memo): Bundling {
  const shared = sharedByPath(project);
  const others = memo.of('enums and formats', [project.brokenIn(''), ...shared.values()], () => ({}));
  const bundled = project.all('form').map((entry) => {
    const layout = project.get('formUi', entry.id)?.value;
    return memo.of(`bundle ${entry.id}`, [entry, layout, others], () => {
      const found: Located[] = [];
      const used: Used = { enums: new Set(), formats: new Set() };
      const { properties = {} } = bundler(project, shared, found)(entry.value, entry, used);
      const schema = { ...entry.value, properties: withSensitivity(properties, layout, project.registry) };
      return { form: { entry, schema, ...used }, found };
    });
  });
  const ofFormats = memo.of('references of formats', [others], () => {
    const found: Located[] = [];
    const bundle = bundler(project, shared, found);
    for (const entry of project.all('format')) bundle(entry.value, entry, { enums: new Set(), formats: new Set() });
    return found;
  });
  return {
    forms: new Map(bundled.map(({ form }) => [form.entry.id, form])),
    found: dedupe([...bundled.flatMap(({ found }) => found), ...ofFormats]),
  };
}

/** Returns a function that bundles the schema of a file. */
function bundler(project: Project, shared: ReadonlyMap<string, Entry>, found: Located[]) {
  function bundle(schema: PropertySchema, from: Entry, pointer: string, used: Used, depth: number): PropertySchema {
    const { $ref, ...own } = schema;
    const base = $ref === undefined ? {} : target($ref, from, pointer, used, depth);
    const merged: PropertySchema = { ...base, ...own };
    if (own.properties) merged.properties = bundleAll(own.properties, from, `${pointer}/properties`, used, depth);
    if (own.items) merged.items = bundle(own.items, from, `${pointer}/items`, used, depth);
    if (own.anyOf) merged.anyOf = own.anyOf.map((each, index) => bundle(each, from, `${pointer}/anyOf/${index}`, used, depth));
    // Nested objects accept no unknown properties either.
    if (own.properties) merged.additionalProperties = false;
    return merged;
  }

  function bundleAll(properties: Record<string, PropertySchema>, from: Entry, pointer: string, used: Used, depth: number) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, bundle(property, from, pointerTo(pointer, name), used, depth)]),
    );
  }

  function target($ref: string, from: Entry, pointer: string, used: Used, depth: number): PropertySchema {
    const path = resolvePath(from.document.path, $ref);
    const entry = shared.get(path);
    if (!entry) {
      used.unresolved = true;
      if (!isBrokenFile(project, path)) found.push({ document: from.document, finding: unknownRef($ref, path, pointer, shared) });
      return {};
    }
    if (depth > maxDepth) {
      found.push({
        document: from.document,
        finding: { code: 'reference-circle', pointer: `${pointer}/$ref`, message: 'This $ref refers to itself.' },
      });
      return {};
    }
    used[entry.kind === 'enum' ? 'enums' : 'formats'].add(entry.id);
    const {
      $schema: _schema,
      id,
      $comment: _comment,
      examples: _examples,
      rejects: _rejects,
      ...rest
    } = entry.value as PropertySchema & Record<string, unknown>;
    const bundled = bundle(rest, entry, '', used, depth + 1);
    return { ...bundled, [entry.kind === 'enum' ? 'x-enum' : 'x-format']: String(id) };
  }

  return (schema: PropertySchema, from: Entry, used: Used) => bundle(schema, from, '', used, 0);
}

interface Used {
  unresolved?: true;
  enums: Set<string>;
  formats: Set<string>;
}

function sharedByPath(project: Project): Map<string, Entry> {
  return new Map([...project.all('enum'), ...project.all('format')].map((entry) => [entry.document.path, entry]));
}

/** Every form that uses a format visits it, so its own mistakes would appear several times. */
function dedupe(found: readonly Located[]): Located[] {
  const seen = new Set<string>();
  return found.filter(({ document, finding }) => {
    const key = `${document.path} ${finding.pointer} ${finding.code}`;
    return !seen.has(key) && seen.add(key);
  });
}

function unknownRef($ref: string, path: string, pointer: string, shared: ReadonlyMap<string, Entry>): Finding {
  const wanted = path.slice(path.lastIndexOf('/') + 1);
  const message = `"${$ref}" does not resolve: ${path} is not an enum or a format.`;
  return { code: 'unknown-reference', pointer: `${pointer}/$ref`, message, ...near(wanted, shared) };
}

/** Compares file names only, because enums and formats are in different folders. */
function near(wanted: string, shared: ReadonlyMap<string, Entry>): Suggestion {
  return nearMiss(
    wanted,
    [...shared.keys()].map((each) => each.slice(each.lastIndexOf('/') + 1)),
  );
}

function isBrokenFile(project: Project, path: string): boolean {
  const id = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';
  return project.isBroken('enum', id) || project.isBroken('format', id);
}

export function resolvePath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
