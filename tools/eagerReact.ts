// React is one file of which a first screen calls a third. A compile hint for the whole file (chunks.ts) would compile all of it. Without a
// hint, each function would be compiled on its first call, on the main thread. So the functions that are called are wrapped in parentheses:
// V8 expects such a function to be called soon and compiles it while parsing. https://v8.dev/blog/preparser#pife
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** React functions that a first screen and a first form call. Recorded by recordEagerReact.ts. */
export const eagerFunctions = JSON.parse(readFileSync(new URL('./eagerReact.json', import.meta.url), 'utf8')) as readonly string[];

/** A top-level function of React's formatted published file. It ends with the first brace at the margin. */
const declaration = /^function (\w+)(\([^()]*\) \{\n[\s\S]*?\n\})\n/gm;

/**
 * Wraps functions in parentheses. All functions move to the top in order, before the code that calls them, because an assignment is not
 * hoisted like a declaration. (Moving only the marked ones makes the compressed file 2 KB larger.)
 */
export function inParentheses(code: string, names: ReadonlySet<string>): string {
  const functions: string[] = [];
  const rest = code.replace(declaration, (text, name: string, body: string) => {
    functions.push(names.has(name) ? `var ${name} = (function ${body});\n` : text);
    return '';
  });
  return rest.replace('"use strict";', (first) => `${first}\n${functions.join('')}`);
}

/** Vite plugin that makes browsers compile only the React functions of the first screen ahead of time. */
export function eagerReact(): Plugin {
  const names = new Set(eagerFunctions);
  return {
    name: 'hakbang-eager-react',
    apply: 'build',
    transform: {
      filter: { id: /react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: inParentheses(code, names), map: null }),
    },
  };
}
