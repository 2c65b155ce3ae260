import { findNodeAtLocation, type Node } from 'jsonc-parser';

/** A file with the places of what stands in it. */
export interface SourceDocument {
  readonly path: string;
  readonly text: string;
  /** Parsed JSON; undefined for a file that is not JSON or does not parse. */
  readonly value: unknown;
  /** Syntax tree of the JSON, as far as it could be read. */
  readonly root: Node | undefined;
  /** Offset of the node a pointer leads to, or of the nearest one above it. */
  offset(pointer: string, at: 'key' | 'value', within?: number): number;
  position(offset: number): { line: number; column: number };
}

/** @param tree reads the syntax tree; asked for when a place is, which few files ever are */
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
    const node = findNodeAtLocation(root, asLocation(root, path.slice(0, length)));
    if (!node) continue;
    const exact = length === path.length;
    if (exact && at === 'key' && node.parent?.type === 'property') return node.parent.offset;
    if (exact && within !== undefined && node.type === 'string') return rawOffset(text, node.offset + 1, within);
    return node.offset;
  }
  return 0;
}

/** jsonc-parser wants numbers for the items of an array and texts for the keys of an object. */
export function asLocation(root: Node, path: readonly string[]): (string | number)[] {
  const location: (string | number)[] = [];
  let node: Node | undefined = root;
  for (const part of path) {
    const key: string | number = node?.type === 'array' ? Number(part) : part;
    location.push(key);
    node = node && findNodeAtLocation(node, [key]);
  }
  return location;
}

/** Offset in the file of the n-th character of a JSON string that starts at `start`, escapes counted as written. */
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

/** RFC 6901: a pointer one step further down. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
