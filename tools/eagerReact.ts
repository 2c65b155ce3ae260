// React is one file of which a first screen calls a third. A hint for the whole file (chunks.ts) would have a phone compile all of it, and
// none would have it compile each function when it is first called, on the main thread. So the functions that are called stand in
// parentheses, which V8 takes for a sign that a function is about to be called, and compiles it as it reads it.
// https://v8.dev/blog/preparser#pife
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Names of React's functions that a first screen and a first form call. Recorded by recordEagerReact.ts. */
export const eagerFunctions = JSON.parse(readFileSync(new URL('./eagerReact.json', import.meta.url), 'utf8')) as readonly string[];

/** A function at the top of React's published file, which is formatted: it ends with the first brace at the margin. */
const declaration = /^function (\w+)(\([^()]*\) \{\n[\s\S]*?\n\})\n/gm;

/**
 * Puts functions into parentheses. All functions come first, in their order, and then what calls them: an assignment is not there before
 * its place as a declaration is. (With only the marked ones moved, the file is 2 KB larger, compressed.)
 */
export function inParentheses(code: string, names: ReadonlySet<string>): string {
  const functions: string[] = [];
  const rest = code.replace(declaration, (text, name: string, body: string) => {
    functions.push(names.has(name) ? `var ${name} = (function ${body});\n` : text);
    return '';
  });
  return rest.replace('"use strict";', (first) => `${first}\n${functions.join('')}`);
}

/** Has a build compile ahead what of React is called at first, and nothing else of it. */
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
