import { getNodeValue, type Node } from 'jsonc-parser';
import type { Finding } from './diagnostics.ts';
import { nodeAt, pointerToPath, type SourceDocument } from './project/document.ts';
import type { TextEdit } from './types.ts';

/** Returns the edits that fix a finding, or none if the fix is ambiguous. The edits leave the rest of the file unchanged. */
export function editsFor(document: SourceDocument, finding: Finding): TextEdit[] {
  const { remove, removeFile, instead, insert, also = [] } = finding;
  if (instead) return renamed(document, finding, instead.was, instead.is);
  if (removeFile) return [{ file: document.path, offset: 0, length: document.text.length, text: '' }];
  if (remove) return [...removed(document, finding.pointer), ...also.flatMap((each) => removed(each.document, each.pointer))];
  return insert ? inserted(document, insert.pointer, insert.value) : [];
}

/** Removes a property or an item, with its comma. */
function removed({ path, root }: SourceDocument, pointer: string): TextEdit[] {
  // A finding at the root has no node to remove, for example words under a key that contains a dot.
  if (!root || pointer === '') return [];
  const value = nodeAt(root, pointerToPath(pointer));
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children;
  if (!node || !siblings) return [];
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const start = before ? before.offset + before.length : node.offset;
  const end = before || !after ? node.offset + node.length : after.offset;
  return [{ file: path, offset: start, length: end - start, text: '' }];
}

/** Inserts a property first in an object, or an item last in a list. The layout follows the neighbours. */
function inserted({ path, text, root }: SourceDocument, pointer: string, value: unknown): TextEdit[] {
  const location = pointerToPath(pointer);
  const key = location.pop() ?? '';
  const owner = root && nodeAt(root, location);
  const [first] = owner?.children ?? [];
  const last = owner?.children?.at(-1);
  if (!owner || !first || !last) return [];
  const written = JSON.stringify(value);
  if (owner.type === 'array') {
    const gap = text.slice(owner.offset + 1, first.offset);
    return [{ file: path, offset: last.offset + last.length, length: 0, text: `,${gap === '' ? ' ' : gap}${written}` }];
  }
  const gap = text.slice(owner.offset + 1, first.offset);
  return [{ file: path, offset: first.offset, length: 0, text: `${JSON.stringify(key)}: ${written},${gap === '' ? ' ' : gap}` }];
}

/** Replaces a name in an expression, a key or a value. Does nothing if the name is not at that place. */
function renamed(document: SourceDocument, finding: Finding, was: string, is: string): TextEdit[] {
  const { path, text, root } = document;
  const edit = (offset: number, length: number, written: string): TextEdit[] => [{ file: path, offset, length, text: written }];
  if (finding.offset !== undefined) return text.startsWith(was, finding.offset) ? edit(finding.offset, was.length, is) : [];
  const node = root && nodeAt(root, pointerToPath(finding.pointer));
  if (!node) return [];
  if (finding.within !== undefined) return inExpression(document, finding, was, is);
  const named = finding.at === 'key' ? keyOf(node) : node;
  const value: unknown = named && getNodeValue(named);
  if (!named || typeof value !== 'string' || value.split(was).length !== 2) return [];
  return edit(named.offset, named.length, JSON.stringify(value.replace(was, () => is)));
}

/** Replaces a name or a quoted literal. A longer name that starts with the same characters stays. */
function inExpression(document: SourceDocument, { pointer, within }: Finding, was: string, is: string): TextEdit[] {
  const offset = document.offset(pointer, 'value', within);
  const quote = /['"\\]/.exec(document.text[offset] ?? '') ? (document.text.startsWith('\\"', offset) ? 2 : 1) : 0;
  const start = offset + quote;
  const next = document.text[start + was.length] ?? '';
  if (!document.text.startsWith(was, start) || /\w/.test(next)) return [];
  return [{ file: document.path, offset: start, length: was.length, text: is }];
}

function keyOf({ parent }: Node): Node | undefined {
  return parent?.type === 'property' ? parent.children?.[0] : undefined;
}
