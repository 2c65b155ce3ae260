import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { asModules } from './tools/asModules.ts';
import { codeSplitting, compileHints } from './tools/chunks.ts';
import { eagerReact } from './tools/eagerReact.ts';
import { pwa } from './tools/pwa.ts';
import { unusedI18next } from './tools/unusedI18next.ts';
import { unusedRouter } from './tools/unusedRouter.ts';

const stub = (name: string) => fileURLToPath(new URL(`./src/stubs/${name}${extname(import.meta.url)}`, import.meta.url));

export default defineConfig({
  plugins: [react(), unusedI18next(), unusedRouter(), eagerReact(), asModules(), pwa(), compileHints()],
  resolve: {
    // What our forms never use of rjsf: 31, 20, 22, 11, 2 and 2 KB gz less.
    alias: [
      { find: 'markdown-to-jsx/react', replacement: stub('markdown') },
      { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: stub('rjsfRegistry') },
      { find: /^\.\/(retrieveSchema|getDefaultFormState)\.js$/, replacement: stub('rjsfResolving') },
      { find: /^\.\/createSchemaUtils\.js$/, replacement: stub('rjsfSchemaUtils') },
      { find: /^\.\/deepEquals\.js$/, replacement: stub('rjsfDeepEquals') },
      { find: /^\.\/schemaHasNestedConditional\.js$/, replacement: stub('rjsfConditions') },
    ],
  },
  build: {
    target: 'es2022',
    // The server reads from it which code a screen will load, for its hints (server/platform/web/chunks.ts).
    manifest: true,
    // A data: address would need `img-src data:` or `font-src data:` for the sake of a few bytes.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting,
      },
    },
  },
  // Several copies may run side by side (tests, bench), so the port is whoever asks for it.
  server: { strictPort: false },
});
