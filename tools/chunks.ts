// How a build is split into files, and when browsers compile them. Used for the app and for our page of the benchmarks.
import type { Plugin, Rolldown } from 'vite';

/** Its functions are marked one by one (eagerReact.ts). */
const react = 'react';
const reactFiles = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const libraries = /node_modules[\\/]|preload-helper/;
/** The app's own code stays in its entry file. */
const shared = /engine[\\/]/;
/** Excludes rjsf's list and theme widgets, which load with a form that uses them, and its validator, which loads after the form. */
const form =
  /@rjsf[\\/](core|utils)[\\/](?!.*ArrayField)|engine[\\/]react[\\/](form|blocks[\\/]form)[\\/](?!createPort)|engine[\\/]react[\\/]widgets[\\/]components|engine[\\/]session[\\/]formSession/;

/**
 * Each file costs a phone's main thread one or two milliseconds to request, but one thread compiles a whole file. So the code that the first
 * screen shares with later ones is three files, and the code of every form is one. Automatic splitting made eight and nine.
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
 * Makes browsers compile a file's functions on another thread while it downloads. By default, Chromium compiles each on its first call, on
 * the main thread, which took a third of the time to the first form. React is excluded, because only a third of it runs at first.
 * Other engines treat the line as a comment. https://v8.dev/blog/explicit-compile-hints
 */
export function compileHints(): Plugin {
  return {
    name: 'hakbang-compile-hints',
    apply: 'build',
    generateBundle: {
      // After the code that Vite itself prepends.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.name !== react) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
