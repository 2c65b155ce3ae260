import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from '../http/types.ts';
import { type BuildManifest, chunkFinder, type ChunksOf } from './chunks.ts';

/** Source of the page: the build, or Vite during development. */
export interface PageSource {
  /** Returns index.html with its placeholders. */
  template(path: string): Promise<string>;
  /** False if no such file exists and the path means the page. */
  isFile(path: string): boolean;
  /** The script for pages of other sites (src/embed); undefined if it was not built. */
  readonly embedScript: string | undefined;
  /** Code and stylesheets that a screen loads. */
  readonly chunksOf: ChunksOf;
}

const yearMs = 31_536_000_000;
const hourMs = 3_600_000;

/**
 * Serves the built browser files. Assets have a hash in their name and never expire. The service worker is revalidated on every request,
 * the rest after an hour.
 */
export async function builtPage(app: App): Promise<PageSource> {
  const root = app.deps.settings.distDir;
  const index = join(root, 'index.html');
  if (!existsSync(index)) return missingBuild;
  const template = await readFile(index, 'utf8');
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path.slice(root.length)));
    },
    cacheControl: false,
  });
  const script = join(root, 'embed.js');
  return {
    template: async () => template,
    isFile: (path) => /\.[a-z0-9]{2,11}$/i.test(path),
    embedScript: existsSync(script) ? await readFile(script, 'utf8') : undefined,
    chunksOf: await builtChunks(root),
  };
}

function cachingOf(path: string): string {
  if (path === '/sw.js') return 'no-cache';
  return path.startsWith('/assets/') ? `public, max-age=${yearMs / 1000}, immutable` : `public, max-age=${hourMs / 1000}`;
}

/** Reads Vite's `build.manifest`. A build without it gets no preload hints. */
async function builtChunks(root: string): Promise<ChunksOf> {
  const file = join(root, '.vite/manifest.json');
  return chunkFinder(existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as BuildManifest) : {});
}

const missingBuild: PageSource = {
  template: async () =>
    '<!doctype html><html lang="en"><title>Not built</title><p>The browser files are missing. Run <code>npm run build</code>.</p></html>',
  isFile: () => false,
  embedScript: undefined,
  chunksOf: chunkFinder({}),
};
