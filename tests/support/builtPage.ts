import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview, type InlineConfig } from 'vite';
import { inject } from 'vitest';

export interface BuiltPage {
  /** Ends with a slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * Builds and serves a page of the tests. Without a bundle, a browser would fetch and parse hundreds of modules for each opened page, which
 * took longer than the tests.
 *
 * @param folder the folder of its index.html
 * @param alias as Vite's
 * @param fill puts more files into the folder that is served
 */
export async function servePage(
  folder: string,
  { alias, fill }: { alias: NonNullable<NonNullable<InlineConfig['resolve']>['alias']>; fill?: (served: string) => void },
): Promise<BuiltPage> {
  const outDir = mkdtempSync(join(inject('runFolder'), 'page-'));
  const shared = { configFile: false, root: folder, logLevel: 'error' } satisfies InlineConfig;
  await build({
    ...shared,
    plugins: [react()],
    resolve: { alias },
    // Do not minify names, because tests ask which components rendered. As in the product, inline no drawings.
    build: { outDir, minify: false, assetsInlineLimit: 0, target: 'es2022', reportCompressedSize: false },
  });
  fill?.(outDir);
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const address = server.httpServer.address();
  if (!address || typeof address === 'string') throw new Error(`The page of ${folder} has no port.`);
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
