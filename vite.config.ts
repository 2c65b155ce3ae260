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
    // Parts of rjsf that our forms never use. This saves 31, 20, 22, 11, 2 and 2 KB gz.
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
    // The server reads it to find the code that a screen will load, for its preload hints (server/platform/web/chunks.ts).
    manifest: true,
    // Inlining would require `img-src data:` or `font-src data:` to save a few bytes.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor of files, which loads when somebody opens it, has 425 KB.
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      output: {
        codeSplitting,
      },
    },
  },
  // Several copies may run side by side (tests, bench), so use the next free port if this one is taken.
  server: { strictPort: false },
});
