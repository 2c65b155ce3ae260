import type { Node } from 'jsonc-parser';

/** A file and the positions of its nodes. */
export interface SourceDocument {
  readonly path: string;
  readonly text: string;
  /** The parsed JSON, or undefined if the file is not valid JSON. */
  readonly value: unknown;
  /** The syntax tree of the JSON, as far as it parses. */
  readonly root: Node | undefined;
  /** Returns where the node at a pointer of an entry's value is in the file, for entries that the compiler expands (choices.ts). */
  written(pointer: string): string;
  /** Returns the offset of the node at a pointer, or of its nearest existing ancestor. */
  offset(pointer: string, at: 'key' | 'value', within?: number): number;
  position(offset: number): { line: number; column: number };
  /** Everything else follows from the text. */
  toJSON(): unknown;
}

/** @param tree parses the syntax tree; called only when a position is needed, which is rare */
export function createDocument(path: string, text: string, value: unknown, tree: () => Node | undefined): SourceDocument {
  let starts: number[] | undefined;
  let read: { root: Node | undefined } | undefined;
  const root = () => (read ??= { root: tree() }).root;
  return {
    path,
    text,
    value,
    get root() {
      return root();
    },
    written: (pointer) => pointer,
    toJSON: () => [path, text],
    offset: (pointer, at, within) => offsetOf(text, root(), pointer, at, within),
    position(offset) {
      starts ??= lineStarts(text);
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function offsetOf(text: string, root: Node | undefined, pointer: string, at: 'key' | 'value', within?: number): number {
  if (!root) return 0;
  const path = pointerToPath(pointer);
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(root, path.slice(0, length));
    if (!node) continue;
    const exact = length === path.length;
    if (exact && at === 'key' && node.parent?.type === 'property') return node.parent.offset;
    if (exact && within !== undefined && node.type === 'string') return rawOffset(text, node.offset + 1, within);
    return node.offset;
  }
  return 0;
}

/** Cache of large objects' values by key. Without it, 20,000 findings in one object would take minutes. */
const byKey = new WeakMap<Node, ReadonlyMap<string, Node>>();

function valuesOf(owner: Node): ReadonlyMap<string, Node> {
  const known = byKey.get(owner);
  if (known) return known;
  const values = new Map<string, Node>();
  for (const { children: [key, value] = [] } of owner.children ?? []) {
    if (key && value && !values.has(String(key.value))) values.set(String(key.value), value);
  }
  byKey.set(owner, values);
  return values;
}

/** Returns the node at a path of keys and indices. */
export function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) {
    if (!node) return undefined;
    node = node.type === 'array' ? node.children?.[Number(part)] : node.type === 'object' ? valuesOf(node).get(part) : undefined;
  }
  return node;
}

/** Converts an index in a JSON string to an offset in the file. `start` is the opening quote; an escape counts with all its characters. */
function rawOffset(text: string, start: number, characters: number): number {
  let offset = start;
  for (let count = 0; count < characters && offset < text.length; count++) {
    if (text[offset] === '"') break;
    offset += text[offset] !== '\\' ? 1 : text[offset + 1] === 'u' ? 6 : 2;
  }
  return offset;
}

export function pointerToPath(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Appends one segment to a pointer (RFC 6901). */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
