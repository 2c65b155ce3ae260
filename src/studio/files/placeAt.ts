import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { segmentsOf } from '../../../engine/form/pointer.ts';

/** Line and column of the value at a JSON pointer in a text, or of its nearest ancestor. */
export function placeAt(text: string, pointer: string): { line: number; column: number } | undefined {
  const root = parseTree(text);
  if (!root) return undefined;
  for (let keys = segmentsOf(pointer); ; keys = keys.slice(0, -1)) {
    // The parser expects list indices as numbers.
    const node = findNodeAtLocation(
      root,
      keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    );
    if (node) return placeOf(text, node.parent?.type === 'property' ? node.parent.offset : node.offset);
    if (keys.length === 0) return undefined;
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
