import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { root } from '../../../support/root.ts';

/** Serves the gallery with Vite, places included. */
export async function serveGallery(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const places = mkdtempSync(join(tmpdir(), 'places-'));
  execFileSync('node', [join(root, 'tools/places.mjs'), places]);
  const server = await createServer({
    // Not the product's configuration: the gallery compiles its validators in the page, and ajv needs the real fast-uri.
    configFile: false,
    resolve: {
      alias: [
        { find: 'markdown-to-jsx/react', replacement: join(root, 'src/stubs/markdown.ts') },
        { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: join(root, 'src/stubs/rjsfRegistry.ts') },
      ],
    },
    root: fileURLToPath(new URL('.', import.meta.url)),
    cacheDir: join(root, 'node_modules/.vite-gallery'),
    logLevel: 'error',
    server: { port, host: '127.0.0.1', fs: { allow: [root] }, hmr: false, watch: null },
    plugins: [
      react(),
      {
        name: 'places',
        configureServer({ middlewares }) {
          middlewares.use('/places', (request, response) => {
            response.setHeader('content-type', 'application/json');
            createReadStream(join(places, basename(request.url ?? '')))
              .on('error', () => response.writeHead(404).end())
              .pipe(response);
          });
        },
      },
    ],
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The gallery has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      await server.close();
      rmSync(places, { recursive: true, force: true });
    },
  };
}
