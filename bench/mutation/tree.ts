import { parseTree, type Node } from 'jsonc-parser';
import type { SourceFile } from '../../engine/compiler/types.ts';

/** A place in a JSON file: its value, and its position in the text. */
export interface Spot {
  file: SourceFile;
  /** RFC 6901. */
  pointer: string;
  node: Node;
  /** The enclosing property, key first; absent for items of a list and the root. */
  property: Node | undefined;
  value: unknown;
}

/** Keywords of the file format, which affect no behaviour. */
const silent = /\/(\$schema|\$comment|id|description|examples)(\/|$)/;

/** Every place in a JSON file, top down. */
export function spotsOf(file: SourceFile): Spot[] {
  const root = file.path.endsWith('.json') ? parseTree(file.text) : undefined;
  const spots: Spot[] = [];
  const visit = (node: Node, pointer: string, property: Node | undefined): void => {
    spots.push({ file, pointer, node, property, value: valueOf(file.text, node) });
    if (node.type === 'array') node.children?.forEach((child, index) => visit(child, `${pointer}/${index}`, undefined));
    if (node.type !== 'object') return;
    for (const each of node.children ?? []) {
      const [key, value] = each.children ?? [];
      if (key && value) visit(value, `${pointer}/${String(key.value).replaceAll('~', '~0').replaceAll('/', '~1')}`, each);
    }
  };
  if (root) visit(root, '', undefined);
  return spots.filter(({ pointer }) => !silent.test(pointer));
}

const valueOf = (text: string, { offset, length }: Node): unknown => JSON.parse(text.slice(offset, offset + length));

/** The file with a node's text replaced. */
export function replaced({ file }: Spot, { offset, length }: Node, text: string): SourceFile {
  return { path: file.path, text: file.text.slice(0, offset) + text + file.text.slice(offset + length) };
}

/** The file without a member or item, and without its comma. */
export function without({ file }: Spot, node: Node): SourceFile {
  const siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node);
  const next = siblings[index + 1];
  const previous = siblings[index - 1];
  const from = next || !previous ? node.offset : previous.offset + previous.length;
  const to = next ? next.offset : node.offset + node.length;
  return { path: file.path, text: file.text.slice(0, from) + file.text.slice(to) };
}
