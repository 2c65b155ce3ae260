import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pwa } from './tools/pwa.ts';
import { unusedRouter } from './tools/unusedRouter.ts';

const stub = (name: string) => fileURLToPath(new URL(`./src/stubs/${name}.ts`, import.meta.url));

const shared =
  /engine\/react\/(parts\/(Icon|icons|Button|Skeleton)|screen\/|text\.tsx|formats|engine-context)|engine\/config\/textFormats|node_modules\/(react|react-dom|scheduler|mobx|mobx-react-lite|i18next)\//;

export default defineConfig({
  plugins: [react(), unusedRouter(), pwa()],
  resolve: {
    // What our forms never use of rjsf: 31, 7 and 20 KB gz less (measured, see bench/).
    alias: [
      { find: 'markdown-to-jsx/react', replacement: stub('markdown') },
      { find: 'fast-uri', replacement: stub('fastUri') },
      { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: stub('rjsfRegistry') },
    ],
  },
  build: {
    target: 'es2022',
    // The server reads from it which code a screen will load, for its hints (server/modules/web/chunks.ts).
    manifest: true,
    // A data: address would need `img-src data:` or `font-src data:` for the sake of a few bytes.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What the first screen shares with all that is loaded later, in one chunk: left to itself it fell into eight, which
        // cost 1 KB gz and five requests on slow 4G.
        codeSplitting: {
          groups: [
            { name: 'shared', test: shared },
            // What every widget marks its control with, and the field's frame with it: two files of some lines each.
            { name: 'control', test: /engine[\\/]react[\\/](form[\\/]problemMark|widgets[\\/]attributes)/ },
          ],
        },
      },
    },
  },
  // Several copies may run side by side (tests, bench), so the port is whoever asks for it.
  server: { strictPort: false },
});
