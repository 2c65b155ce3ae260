import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import type { App } from '../http/types.ts';
import { chunkFinder } from './chunks.ts';
import type { MainPageSource, PageSource } from './pageSource.ts';

/** The folder with the engine and the browser's application. */
const home = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Paths that Vite serves. Every other path is a page or the API. */
const viteOwns = /^\/(@|src\/|engine\/|node_modules\/|public\/|.*\.[a-z0-9]{2,11}(\?|$))/i;
/** Configuration changes reach the page through /dev/events. A reload would lose typed input. */
const notSource = ['tests', 'schemas', 'flows', 'locales', 'desk', 'studio', 'bench', 'server', 'dist', '.data', 'test-results'];
const ours = /^\/(api|r|dev|health)(\/|$)/;

/**
 * Runs Vite inside our server, one for each application, so that development has one origin. Vite is a development dependency, so it is
 * imported only here.
 */
export async function viteSource(app: App): Promise<MainPageSource> {
  const { projectDir } = app.deps.settings;
  const main = await viteIn(app, projectDir, '/');
  const others = new Map<string, ViteDevServer>();
  for (const { name } of app.deps.applications) others.set(name, await viteIn(app, join(projectDir, name), `/${name}/`));
  app.addHook('onRequest', async (request, reply) => {
    if (ours.test(request.url)) return;
    const [name, vite] = [...others].find(([each]) => request.url.startsWith(`/${each}/`)) ?? [undefined, main];
    const path = name === undefined ? request.url : request.url.slice(name.length + 1);
    if (!viteOwns.test(path)) return;
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
  });
  return {
    ...pageFrom(main),
    embedScript: undefined,
    of: (application) => pageFrom(others.get(application) ?? main),
  };
}

async function viteIn(app: App, root: string, base: string): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const { projectDir } = app.deps.settings;
  const vite = await createServer({
    root,
    base,
    configFile: join(home, 'vite.config.ts'),
    appType: 'custom',
    server: {
      middlewareMode: true,
      ws: { server: app.server },
      fs: { allow: [home, projectDir] },
      watch: { ignored: [home, projectDir].flatMap((folder) => notSource.map((name) => `${folder}/${name}/**`)) },
    },
  });
  app.addHook('onClose', () => vite.close());
  return vite;
}

const pageFrom = (vite: ViteDevServer): PageSource => ({
  template: async (path) => vite.transformIndexHtml(path, await readFile(join(vite.config.root, 'index.html'), 'utf8')),
  isFile: () => false,
  chunksOf: chunkFinder({}),
});
