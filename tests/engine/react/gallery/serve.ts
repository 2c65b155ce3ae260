import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltPage, servePage } from '../../../support/builtPage.ts';
import { root } from '../../../support/root.ts';

/** Serves the gallery, places included. */
export const serveGallery = (): Promise<BuiltPage> =>
  servePage(fileURLToPath(new URL('.', import.meta.url)), {
    // Not the product's: the gallery compiles its validators in the page, and ajv needs the real fast-uri.
    alias: [
      { find: 'markdown-to-jsx/react', replacement: join(root, 'src/stubs/markdown.ts') },
      { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: join(root, 'src/stubs/rjsfRegistry.ts') },
    ],
    fill: (served) => void execFileSync('node', [join(root, 'tools/places.mjs'), join(served, 'places')]),
  });
