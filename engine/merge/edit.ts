import type { Node } from 'jsonc-parser';
import { nodeAt, pointerTo, pointerToPath } from '../compiler/project/document.ts';
import { valueAt } from '../config/valueAt.ts';
import { outdented } from './layout.ts';
import { kept, print, type Item, type Member, type Piece } from './pieces.ts';
import { readJson, type Json } from './read.ts';
import { mergeValues, type Side } from './values.ts';

/** The new text of a file, or the reason that it was not edited. */
export type Edited = { text: string } | { refused: Refusal };

/**
 * - `unreadable`: the file is not valid JSON.
 * - `missing`: nothing is at the pointer, or the index is beyond the end of the list.
 * - `noList`, `noObject`: the parent is not a list, or not an object.
 * - `taken`: the object already has this key.
 * - `within`: an item cannot go into itself.
 */
export type Refusal = 'unreadable' | 'missing' | 'noList' | 'noObject' | 'taken' | 'within';

/** Sets a value. Unchanged parts keep their layout. Adds the property if its object exists. */
export function setValue(text: string, pointer: string, value: unknown): Edited {
  return edited(text, ({ value: before, root }) => {
    const path = pointerToPath(pointer);
    const node = nodeAt(root, path);
    if (node) return around(root, path, replaced({ value: valueAt(before, path), node }, value));
    const key = path.pop();
    const owner = nodeAt(root, path);
    if (!owner || key === undefined) return 'missing';
    if (owner.type !== 'object') return owner.type === 'array' ? 'missing' : 'noObject';
    return around(root, path, { is: 'object', members: [...propertiesOf(owner), { key, piece: { is: 'new', value } }] });
  });
}

/** Removes a property or an item together with its comments. */
export function removeValue(text: string, pointer: string): Edited {
  return edited(text, ({ root }) => {
    const path = pointerToPath(pointer);
    const node = nodeAt(root, path);
    path.pop();
    const owner = nodeAt(root, path);
    if (!node || !owner || node === root) return 'missing';
    const at = owner.children?.indexOf(owner.type === 'object' && node.parent ? node.parent : node);
    return around(
      root,
      path,
      membersOf(owner, ({ was }) => was !== at),
    );
  });
}

/** Inserts an item before the one at the index, or at the end. */
export function insertItem(text: string, list: string, index: number, value: unknown): Edited {
  return inserted(text, list, index, { is: 'new', value });
}

/**
 * Moves an item. `index` is its position in the list at `list` after the item has been taken out. Both pointers refer to the text before
 * the move.
 */
export function moveItem(text: string, pointer: string, list: string, index: number): Edited {
  if (list === pointer || list.startsWith(`${pointer}/`)) return { refused: 'within' };
  const cut = pointer.lastIndexOf('/');
  const [parent, from] = [pointer.slice(0, cut), Number(pointer.slice(cut + 1))];
  const item = itemAt(text, pointer);
  if ('refused' in item) return item;
  if (parent === list) return reordered(text, list, from, index);
  const rest = removeValue(text, pointer);
  return 'text' in rest ? inserted(rest.text, afterRemoval(list, parent, from), index, item) : rest;
}

/** Copies an item into a list unchanged, including its id. */
export function copyItem(text: string, pointer: string, list: string, index: number): Edited {
  const item = itemAt(text, pointer);
  return 'refused' in item ? item : inserted(text, list, index, item);
}

/** Renames a property in place. */
export function renameKey(text: string, pointer: string, name: string): Edited {
  return edited(text, ({ root }) => {
    const path = pointerToPath(pointer);
    const isThere = nodeAt(root, path) !== undefined;
    const key = path.pop();
    const owner = nodeAt(root, path);
    if (!isThere || !owner || key === undefined) return 'missing';
    if (owner.type !== 'object') return 'noObject';
    const members = propertiesOf(owner);
    if (name !== key && members.some((member) => member.key === name)) return 'taken';
    return around(root, path, { is: 'object', members: members.map((member) => (member.key === key ? { ...member, key: name } : member)) });
  });
}

function edited(text: string, change: (json: Json) => Piece | Refusal): Edited {
  const json = readJson(text);
  if (!json) return { refused: 'unreadable' };
  const piece = change(json);
  return typeof piece === 'string' ? { refused: piece } : { text: print(text, json.root, piece) };
}

/** Replaces a value in the same way as a merge in which one side changed it. */
const replaced = (before: Side, value: unknown): Piece => mergeValues(before, before, { value }).piece;

function inserted(text: string, list: string, index: number, piece: Piece): Edited {
  return edited(text, ({ root }) => {
    const path = pointerToPath(list);
    const owner = nodeAt(root, path);
    if (!owner) return 'missing';
    if (owner.type !== 'array') return 'noList';
    const members = itemsOf(owner);
    if (!isPlace(index, members.length)) return 'missing';
    return around(root, path, { is: 'array', members: members.toSpliced(index, 0, { piece }) });
  });
}

function reordered(text: string, list: string, from: number, index: number): Edited {
  return edited(text, ({ root }) => {
    const path = pointerToPath(list);
    const members = itemsOf(nodeAt(root, path) ?? root);
    const [item] = members.splice(from, 1);
    if (!item || !isPlace(index, members.length)) return 'missing';
    return around(root, path, { is: 'array', members: members.toSpliced(index, 0, item) });
  });
}

const isPlace = (index: number, length: number): boolean => Number.isInteger(index) && index >= 0 && index <= length;

/** An item as a new piece, with its text. */
function itemAt(text: string, pointer: string): { is: 'new'; value: undefined; text: string } | { refused: Refusal } {
  const root = readJson(text)?.root;
  if (!root) return { refused: 'unreadable' };
  const node = nodeAt(root, pointerToPath(pointer));
  if (!node) return { refused: 'missing' };
  return node.parent?.type === 'array' ? { is: 'new', value: undefined, text: outdented(text, node, '\n') } : { refused: 'noList' };
}

/** Adjusts a pointer for the removal of an item from the list at `parent`. */
function afterRemoval(pointer: string, parent: string, from: number): string {
  if (!pointer.startsWith(`${parent}/`)) return pointer;
  const [index = '', ...rest] = pointer.slice(parent.length + 1).split('/');
  const at = Number(index);
  return [pointerTo(parent, at > from ? at - 1 : index), ...rest].join('/');
}

/** The root with the piece at a path replaced. */
function around(root: Node, path: readonly string[], piece: Piece): Piece {
  const [key, ...rest] = path;
  if (key === undefined) return piece;
  const inner = around(nodeAt(root, [key]) ?? root, rest, piece);
  if (root.type === 'array') return { is: 'array', members: itemsOf(root).with(Number(key), { was: Number(key), piece: inner }) };
  return { is: 'object', members: propertiesOf(root).map((member) => (member.key === key ? { ...member, piece: inner } : member)) };
}

const itemsOf = ({ children = [] }: Node): Item[] => children.map((_child, was) => ({ was, piece: kept }));

const propertiesOf = ({ children = [] }: Node): Member[] =>
  children.map(({ children: [key] = [] }, was) => ({ key: String(key?.value), was, piece: kept }));

function membersOf(owner: Node, stays: (member: Item) => boolean): Piece {
  return owner.type === 'array'
    ? { is: 'array', members: itemsOf(owner).filter(stays) }
    : { is: 'object', members: propertiesOf(owner).filter(stays) };
}
