import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const stub = (name: string) => fileURLToPath(new URL(`./src/stubs/${name}.ts`, import.meta.url));

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      // Plain forms use neither: 31 KB and 7 KB gz less (measured, see bench/).
      'markdown-to-jsx/react': stub('markdown'),
      'fast-uri': stub('fastUri'),
    },
  },
  build: {
    target: 'es2022',
    // A data: address would need `img-src data:` or `font-src data:` for the sake of a few bytes.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
  // Several copies may run side by side (tests, bench), so the port is whoever asks for it.
  server: { strictPort: false },
});
