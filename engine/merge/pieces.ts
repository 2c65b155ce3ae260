import { parseTree, type Node } from 'jsonc-parser';
import { fitted, isBroken, isContainer, rebuilt, sliceOf, styleOf, valueNode, indented, write, type Entry, type Style } from './layout.ts';

/** The new content of a place in a file. Kept parts retain their text. */
export type Piece =
  | { is: 'kept' }
  /** `text` is the value as another file writes it, as if it began at the start of a line. */
  | { is: 'new'; value: unknown; text?: string }
  | { is: 'object'; members: Member[] }
  | { is: 'array'; members: Item[] };

export interface Item {
  /** Its index in the old list, or among the old properties. Absent if it is new. */
  was?: number | undefined;
  piece: Piece;
}

export interface Member extends Item {
  key: string;
}

export const kept: Piece = { is: 'kept' };

/** Writes a file with new content. */
export function print(text: string, root: Node, piece: Piece): string {
  if (piece.is === 'kept') return text;
  const style = styleOf(text, root);
  const written = printed({ text, style }, root, piece);
  const now = text.slice(0, root.offset) + written + text.slice(root.offset + root.length);
  return fitted(now, text, style, parseTree);
}

interface Source {
  text: string;
  style: Style;
}

function printed(source: Source, node: Node, piece: Piece): string {
  const { text, style } = source;
  if (piece.is === 'kept') return sliceOf(text, node);
  if (piece.is === 'new') return fresh(piece, style, !node.parent);
  const children = node.children ?? [];
  const expand = isExpanded(text, children);
  const entries = piece.members.map((member): Entry => {
    const child = member.was === undefined ? undefined : children[member.was];
    if (!child) return { body: (indent) => indented(keyed(member, fresh(member.piece, style, expand)), indent) };
    const value = valueNode(child);
    const head = headOf(text, child, member);
    if (member.piece.is !== 'new') return { was: member.was, body: () => head + printed(source, value, member.piece) };
    const written = fresh(member.piece, style, isContainer(value) && isBroken(text, value));
    return { was: member.was, body: (indent) => head + indented(written, indent) };
  });
  return rebuilt(text, node, entries, style);
}

const keyed = (member: Item | Member, body: string): string => ('key' in member ? `${JSON.stringify(member.key)}: ${body}` : body);

/** The key of a property up to its value, including comments between them. */
function headOf(text: string, child: Node, member: Item | Member): string {
  const [key, value] = child.type === 'property' ? (child.children ?? []) : [];
  if (!key || !value || !('key' in member)) return '';
  const name = key.value === member.key ? sliceOf(text, key) : JSON.stringify(member.key);
  return name + text.slice(key.offset + key.length, value.offset);
}

function fresh(piece: Piece, style: Style, expand: boolean): string {
  if (piece.is !== 'new') return '';
  return piece.text?.replaceAll('\n', style.eol) ?? write(piece.value, style, expand);
}

/** Whether all sibling containers span several lines. */
function isExpanded(text: string, children: readonly Node[]): boolean {
  const beside = children.map(valueNode).filter((node) => isContainer(node) && node.children?.length);
  return beside.length > 0 && beside.every((node) => isBroken(text, node));
}
