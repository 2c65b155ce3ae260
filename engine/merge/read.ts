import { parseTree, stripComments, type Node } from 'jsonc-parser';
import { readFile } from '../compiler/project/readFile.ts';

export interface Json {
  value: unknown;
  root: Node;
}

/** Reads a JSON file. Comments are allowed, though the compiler refuses them. Returns undefined if the text is not valid. */
export function readJson(text: string): Json | undefined {
  const value = sound(text) ?? sound(stripComments(text));
  const root = value === undefined ? undefined : parseTree(text);
  return root && { value, root };
}

const sound = (text: string): unknown => readFile({ path: 'read.json', text }).document.value;
