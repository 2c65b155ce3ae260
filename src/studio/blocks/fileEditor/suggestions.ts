import { getLocation, type JSONPath, parse } from 'jsonc-parser';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import type { Design } from '../designer/design.ts';
import { schemasAt } from '../designer/looseSchema.ts';
import type { Schema } from '../designer/schema.ts';

/** A completion that the application's meta-schemas and names allow at a place of a file. */
export interface Suggestion {
  label: string;
  /** The text to insert. */
  insert: string;
  detail?: string | undefined;
  info?: string | undefined;
}

export interface Suggestions {
  /** Start of the text that a suggestion replaces. */
  from: number;
  to: number;
  options: Suggestion[];
}

/** Suggests keys, codes, names, and fields inside CEL. Undefined if nothing is known about the place. */
export function suggestionsAt(design: Design, path: string, text: string, offset: number): Suggestions | undefined {
  const { path: at, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const inside = previousNode && offset > previousNode.offset && offset <= previousNode.offset + previousNode.length;
  const node = inside ? previousNode : undefined;
  const isQuoted = node !== undefined && text[node.offset] === '"' && offset > node.offset;
  const value = parse(text) as unknown;
  const root = design.root(path);
  if (isAtPropertyKey) {
    const owner = at.slice(0, -1);
    const known = keysIn(valueIn(value, owner));
    const options = schemasAt(root, value, owner.map(String)).flatMap(({ properties = {} }) =>
      Object.entries(properties)
        .filter(([name]) => !known.includes(name) || name === node?.value)
        .map(([name, { title, description }]): Suggestion => ({
          label: name,
          insert: isQuoted ? name : `"${name}": `,
          detail: title,
          info: description,
        })),
    );
    return found(unique(options), node, offset, isQuoted);
  }
  // The value at the cursor is being replaced, so it must not exclude any suggestion.
  forget(value, at);
  const [schema, ...others] = schemasAt(root, value, at.map(String));
  if (!schema) return undefined;
  if (isQuoted && schema['x-cel'] !== undefined) return namesAt(design, path, text, node.offset + 1, offset);
  const options = [schema, ...others].flatMap((each) => valuesOf(design, path, each, at));
  const quoted = options.map(({ code, ...option }) => ({
    ...option,
    insert: isQuoted && typeof code === 'string' ? code : JSON.stringify(code),
  }));
  return found(unique(quoted), node, offset, isQuoted);
}

/** The title and the description of the property at a place. */
export function explainedAt(design: Design, path: string, text: string, offset: number): { title: string; text: string } | undefined {
  const { path: at } = getLocation(text, offset);
  const name = at.at(-1);
  const [schema] = schemasAt(design.root(path), parse(text) as unknown, at.map(String));
  if (name === undefined || !schema?.description) return undefined;
  return { title: schema.title ?? String(name), text: schema.description };
}

function found(
  options: Suggestion[],
  node: { offset: number; length: number } | undefined,
  offset: number,
  isQuoted: boolean,
): Suggestions | undefined {
  if (options.length === 0) return undefined;
  if (!node) return { from: offset, to: offset, options };
  return isQuoted
    ? { from: node.offset + 1, to: node.offset + Math.max(1, node.length - 1), options }
    : { from: node.offset, to: node.offset + node.length, options };
}

const unique = (options: Suggestion[]): Suggestion[] => [...new Map(options.map((option) => [option.label, option])).values()];

const keysIn = (value: unknown): string[] => (isPlainObject(value) ? Object.keys(value) : []);

const valueIn = (value: unknown, path: JSONPath): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

function forget(value: unknown, path: JSONPath): void {
  const owner = valueIn(value, path.slice(0, -1));
  if (isPlainObject(owner)) Reflect.deleteProperty(owner, String(path.at(-1)));
}

/** Kinds of references whose names are the ids of files. Names of other kinds come from their uses. */
const fileKinds = new Set(['form', 'screen', 'flow', 'subFlow', 'enum', 'lifeCycle']);

type Coded = Omit<Suggestion, 'insert'> & { code: unknown };

function valuesOf(design: Design, path: string, schema: Schema, at: JSONPath): Coded[] {
  const plain = (codes: readonly unknown[]): Coded[] => codes.map((code) => ({ label: nameOf(code), code }));
  if (schema.enum) return plain(schema.enum);
  if (schema.type === 'boolean') return plain([true, false]);
  if (schema.const !== undefined) return plain([schema.const]);
  const branches = schema.oneOf ?? schema.anyOf ?? [];
  if (branches.length > 0)
    return branches.flatMap(({ const: code, title }) => (code === undefined ? [] : [{ label: nameOf(code), code, detail: title }]));
  const ref = schema['x-ref'];
  if (ref !== undefined) return plain(fileKinds.has(ref) ? design.ids(ref) : design.seen(ref));
  if (at.at(-1) === '$ref') return plain([...sharedIn(design, 'enum'), ...sharedIn(design, 'format')]);
  return at.at(-1) === 'key' ? textKeys(design, path) : [];
}

const nameOf = (code: unknown): string => (typeof code === 'string' ? code : JSON.stringify(code));

const sharedIn = (design: Design, kind: 'enum' | 'format'): string[] =>
  design.pathsOf(kind).map((path) => `../${path.slice('schemas/'.length)}`);

/** The text keys of a screen, with their texts. */
function textKeys(design: Design, path: string): Coded[] {
  if (design.kindOf(path) !== 'screen') return [];
  const stem = `screens.${design.idOf(path)}`;
  return design.keysUnder(stem).map((key) => {
    const name = key.slice(stem.length + 1).replace(/_(zero|one|two|few|many|other)$/, '');
    return { label: name, code: name, detail: design.shown(key) };
  });
}

/** Names that an expression can read: form fields and named conditions. */
function namesAt(design: Design, path: string, text: string, begin: number, offset: number): Suggestions | undefined {
  const [word = ''] = /[A-Za-z_][\w.]*$/.exec(text.slice(begin, offset)) ?? [];
  const own = design.kindOf(path) === 'form' ? path : undefined;
  const fields = design.pathsOf('form').flatMap((form) => {
    const name = form === own ? 'self' : design.idOf(form);
    return keysIn(design.at({ file: form, pointer: '/properties' })).map((field): Suggestion => ({
      label: `${name}.${field}`,
      insert: `${name}.${field}`,
      detail: design.shown(`forms.${design.idOf(form)}.${field}.label`),
    }));
  });
  const named = design
    .pathsOf('conditions')
    .flatMap((file) =>
      Object.entries((design.object(file)['conditions'] as Readonly<Record<string, string>> | undefined) ?? {}).map(
        ([name, source]): Suggestion => ({ label: `conditions.${name}`, insert: `conditions.${name}`, info: source }),
      ),
    );
  return {
    from: offset - word.length,
    to: offset,
    options: [...fields, ...named, ...['today', 'true', 'false', 'has('].map((label) => ({ label, insert: label }))],
  };
}
