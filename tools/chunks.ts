// How a build is cut into files, and when a browser compiles them. The app and the bench's page of ours are built by it.
import type { Plugin, Rolldown } from 'vite';

/** Its functions are marked one by one (eagerReact.ts). */
const react = 'react';
const reactFiles = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const libraries = /node_modules[\\/]|preload-helper/;
/** What is of the app itself stays in the file that it begins with. */
const shared = /engine[\\/]/;
const form =
  /node_modules[\\/]@rjsf[\\/]|engine[\\/]react[\\/](form|blocks[\\/]form)[\\/]|engine[\\/]react[\\/]widgets[\\/]components|engine[\\/]session[\\/]formSession/;

/**
 * Each file costs a phone's main thread a millisecond or two to ask for; but what is one file is also compiled by one thread. So what the
 * first screen shares with all that comes later is three files, and what every form needs is one: left to themselves they fell into eight
 * and nine.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: react, test: reactFiles, priority: 3 },
    { name: 'libraries', test: libraries, tags: ['$initial'], priority: 2 },
    { name: 'shared', test: shared, tags: ['$initial'], priority: 2 },
    { name: 'form', test: form, priority: 1 },
  ],
};

/**
 * Has browsers compile a file's functions while it arrives, on another thread. Left to itself, Chromium compiles each when it is first
 * called, on the main thread: a third of the time until the first form stood there. Not for React, of which a third is called at first.
 * Other engines take the line for a comment. https://v8.dev/blog/explicit-compile-hints
 */
export function compileHints(): Plugin {
  return {
    name: 'hakbang-compile-hints',
    apply: 'build',
    generateBundle: {
      // Behind what Vite itself puts before the code.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.name !== react) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
