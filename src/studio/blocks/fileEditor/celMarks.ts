import { getNodeValue, parseTree, type Node } from 'jsonc-parser';
import type { Design } from '../designer/design.ts';
import { schemasBelow, schemasOf } from '../designer/looseSchema.ts';
import type { Schema } from '../designer/schema.ts';

/** A token of an expression with its own style. */
export interface CelMark {
  from: number;
  to: number;
  kind: 'text' | 'number' | 'word' | 'function' | 'name' | 'sign';
}

/** Ranges of the text that are expressions: the content of strings that the meta-schemas declare as CEL. */
export function expressionsIn(design: Design, path: string, text: string): { from: number; to: number }[] {
  const node = parseTree(text);
  if (!node) return [];
  const root = design.root(path);
  const found: { from: number; to: number }[] = [];
  const visit = ({ type, offset, length, children = [] }: Node, value: unknown, schemas: readonly Schema[]): void => {
    if (schemas.length === 0) return;
    if (type === 'string' && schemas.some((each) => each['x-cel'] !== undefined)) found.push({ from: offset + 1, to: offset + length - 1 });
    if (type === 'array')
      for (const [index, child] of children.entries()) inside(child, String(index), (value as readonly unknown[])[index], schemas);
    if (type === 'object')
      for (const { children: [key, inner] = [] } of children) {
        const name = String(key?.value);
        if (inner) inside(inner, name, (value as Readonly<Record<string, unknown>>)[name], schemas);
      }
  };
  const inside = (child: Node, key: string, value: unknown, schemas: readonly Schema[]) =>
    visit(child, value, schemasBelow(schemas, key, value, root));
  const value = getNodeValue(node) as unknown;
  visit(node, value, schemasOf(root, value));
  return found;
}

const token =
  /(?<text>'(?:[^'\\]|\\.)*'|\\"(?:(?!\\").)*\\")|(?<number>\b\d+(?:\.\d+)?\b)|(?<word>\b(?:true|false|null|in)\b)|(?<function>\b[A-Za-z_]\w*(?=\())|(?<name>[A-Za-z_]\w*)|(?<sign>[-+*/%<>=!&|?:]+)/g;

/** The tokens of an expression in a JSON string that begins at `at`. */
export const celMarks = (source: string, at: number): CelMark[] =>
  [...source.matchAll(token)].flatMap(({ index, 0: whole, groups = {} }) => {
    const [kind] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    return kind === undefined ? [] : [{ from: at + index, to: at + index + whole.length, kind: kind as CelMark['kind'] }];
  });
