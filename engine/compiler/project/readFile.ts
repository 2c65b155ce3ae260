import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { locate, type Finding } from '../diagnostics.ts';
import type { Memo } from '../memo.ts';
import type { Diagnostic, SourceFile } from '../types.ts';
import { createDocument, pointerTo, type SourceDocument } from './document.ts';

export interface ReadFile {
  document: SourceDocument;
  diagnostics: Diagnostic[];
}

/** Names that change an object's prototype when they are assigned as keys. */
export const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** @param memo caches which files have sound keys; browsers have none, because it needs Node */
export function readFile({ path, text }: SourceFile, memo?: Memo): ReadFile {
  if (!path.endsWith('.json')) return { document: createDocument(path, text, undefined, () => undefined), diagnostics: [] };
  const value = parsed(text);
  const sound = createDocument(path, text, value, () => parseTree(text));
  const unsound = () => (hasSoundKeys(text, value) ? [] : [path]);
  const isSound = value !== undefined && (memo ? memo.of(`keys of ${path}`, [sound], unsound) : unsound()).length === 0;
  if (isSound) return { document: sound, diagnostics: [] };
  const deep = tooDeep(text);
  if (deep !== undefined)
    return { document: createDocument(path, text, undefined, () => undefined), diagnostics: [nesting(path, text, deep)] };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  if (error || !root)
    return { document: createDocument(path, text, undefined, () => root), diagnostics: [syntax(path, text, root, error)] };
  const findings: Finding[] = [];
  checkKeys(root, '', findings);
  const document = createDocument(path, text, findings.length > 0 ? undefined : JSON.parse(text), () => root);
  return { document, diagnostics: findings.map((finding) => locate(document, finding)) };
}

/** In JSON, a string before a colon is a key, and nothing else is. */
const keyOrText = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether no key is a duplicate or unsafe, or the value too deep. The parser that reports positions is ten times slower, and nearly every
 * file is correct.
 */
function hasSoundKeys(text: string, value: unknown): boolean {
  let written = 0;
  for (const [, colon] of text.matchAll(keyOrText)) if (colon !== undefined) written += 1;
  return written === safeKeys(value);
}

/** Deeper files would exhaust the stack of a check. Configuration is at most 30 levels deep. */
const maxDepth = 200;

/** Counts the keys of a value. Returns NaN if a key is unsafe or the value too deep. */
function safeKeys(value: unknown, depth = 0): number {
  if (value === null || typeof value !== 'object') return 0;
  if (depth > maxDepth) return Number.NaN;
  const inner = (each: unknown) => safeKeys(each, depth + 1);
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + inner(item), 0);
  return Object.entries(value).reduce((sum, [name, each]) => (unsafeNames.has(name) ? Number.NaN : sum + 1 + inner(each)), 0);
}

/** Returns the offset of the first bracket that is nested too deeply. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > maxDepth) return index;
  }
  return undefined;
}

function nesting(path: string, text: string, offset: number): Diagnostic {
  const document = createDocument(path, text, undefined, () => undefined);
  const message = `Brackets are nested more than ${maxDepth} deep here.`;
  return locate(document, { code: 'json-syntax', pointer: '', offset, message });
}

/** Reports only the first syntax error, because it usually causes the others. */
function syntax(path: string, text: string, root: Node | undefined, error: ParseError | undefined): Diagnostic {
  const document = createDocument(path, text, undefined, () => root);
  const what = error
    ? printParseErrorCode(error.error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : 'The file is empty';
  const { line, column } = document.position(error?.offset ?? 0);
  const message = `This is not valid JSON: ${what}.`;
  const fix = error && cureOf(text, error);
  return { code: 'json-syntax', severity: 'error', file: path, line, column, pointer: '', message, ...(fix !== undefined && { fix }) };
}

/** The cure of the two slips that editors make most often. */
function cureOf(text: string, { error, offset }: ParseError): string | undefined {
  if (printParseErrorCode(error) === 'CommaExpected') return 'Add a comma before this.';
  const isSuperfluous = /,\s*$/.test(text.slice(0, offset)) && /^[\]},]/.test(text.slice(offset));
  return isSuperfluous ? `Remove the comma before ${text[offset]}.` : undefined;
}

function checkKeys(node: Node, pointer: string, findings: Finding[]): void {
  if (node.type === 'array') node.children?.forEach((child, index) => checkKeys(child, pointerTo(pointer, index), findings));
  if (node.type !== 'object') return;
  const seen = new Set<string>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (!key || !value) continue;
    const name = String(key.value);
    const at = pointerTo(pointer, name);
    if (unsafeNames.has(name)) {
      findings.push({
        code: 'unsafe-name',
        message: `"${name}" cannot be a key: it would change the prototype of an object.`,
        pointer: at,
        offset: key.offset,
      });
    }
    if (seen.has(name)) {
      findings.push({
        code: 'duplicate-key',
        message: `"${name}" occurs twice in this object. JSON keeps only the last one.`,
        pointer: at,
        offset: key.offset,
      });
    }
    seen.add(name);
    checkKeys(value, at, findings);
  }
}
