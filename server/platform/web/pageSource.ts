import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from '../http/types.ts';
import { type BuildManifest, chunkFinder, type ChunksOf } from './chunks.ts';

/** Source of the main application's page: the build, or Vite during development. */
export interface MainPageSource extends PageSource {
  /** The script for pages of other sites (src/embed); undefined if it was not built. */
  readonly embedScript: string | undefined;
  /** The page of another application. */
  of(application: string): PageSource;
}

/** Source of an application's page. */
export interface PageSource {
  /** Returns index.html with its placeholders. */
  template(path: string): Promise<string>;
  /** False if no such file exists and the path means the page. */
  isFile(path: string): boolean;
  /** Code and stylesheets that a screen loads. */
  readonly chunksOf: ChunksOf;
}

const yearMs = 31_536_000_000;
const hourMs = 3_600_000;

/**
 * Serves the built browser files. Assets have a hash in their name and never expire. The service worker is revalidated on every request,
 * the rest after an hour.
 */
export async function builtPage(app: App): Promise<MainPageSource> {
  const root = app.deps.settings.distDir;
  if (!existsSync(join(root, 'index.html'))) return { ...missingBuild, embedScript: undefined, of: () => missingBuild };
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
    ...pageIn(root, '/'),
    embedScript: existsSync(script) ? await readFile(script, 'utf8') : undefined,
    of: (application) => pageIn(join(root, application), `/${application}/`),
  };
}

/** The page that was built into a folder, whose files the server serves below `base`. */
function pageIn(folder: string, base: string): PageSource {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return missingBuild;
  const template = readFileSync(index, 'utf8');
  return {
    template: async () => template,
    isFile: (path) => /\.[a-z0-9]{2,11}$/i.test(path),
    chunksOf: builtChunks(folder, base),
  };
}

function cachingOf(path: string): string {
  if (path === '/sw.js') return 'no-cache';
  return /^(\/[^/]+)?\/assets\//.test(path) ? `public, max-age=${yearMs / 1000}, immutable` : `public, max-age=${hourMs / 1000}`;
}

/** Reads Vite's `build.manifest`. A build without it gets no preload hints. */
function builtChunks(folder: string, base: string): ChunksOf {
  const file = join(folder, '.vite/manifest.json');
  return chunkFinder(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildManifest) : {}, base);
}

const missingBuild: PageSource = {
  template: async () =>
    '<!doctype html><html lang="en"><title>Not built</title><p>The browser files are missing. Run <code>npm run build</code>.</p></html>',
  isFile: () => false,
  chunksOf: chunkFinder({}),
};
