import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type AliasOptions, build, type Plugin, type Rolldown } from 'vite';
import type { Peer } from '../report.ts';
import { type Field, generateFields } from './fields.ts';
import { rjsfProps } from './schema.ts';

export const distFolder = fileURLToPath(new URL('../dist', import.meta.url));
export const sizes = [12, 100, 400] as const;
export type Size = (typeof sizes)[number];

const entries: Record<Exclude<Peer, 'hakbang'>, URL> = {
  floor: new URL('../peers/floor.tsx', import.meta.url),
  rhf: new URL('../peers/rhf.tsx', import.meta.url),
  rjsf: new URL('../peers/rjsf.tsx', import.meta.url),
};

export const pageFolder = (peer: Peer, size: Size) => `${peer}-${size}`;

interface Page {
  peer: Peer;
  size: Size;
  entry: URL;
  define?: Record<string, string>;
  alias?: AliasOptions;
  /** The app's code splitting and plugins. */
  codeSplitting?: Rolldown.CodeSplittingOptions;
  plugins?: Plugin[];
  /** HTML for the head, before the script, e.g. hints and data. */
  head?: string;
  body?: string;
}

/** Returns the entry's static imports. A build with an HTML entry, like the app's, writes preload hints for them into the page. */
function startingChunks({ output }: Rolldown.RolldownOutput): string[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const reached = new Set<string>();
  const reach = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    chunks.get(file)?.imports.forEach(reach);
  };
  output[0].imports.forEach(reach);
  return [...reached];
}

/** Builds one production bundle and the page that loads it. */
export async function buildPage({
  peer,
  size,
  entry,
  define = {},
  alias = {},
  codeSplitting,
  plugins = [],
  head = '',
  body = '',
}: Page): Promise<void> {
  const folder = pageFolder(peer, size);
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    base: `/${folder}/`,
    logLevel: 'error',
    plugins: [react(), ...plugins],
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    resolve: { alias },
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: join(distFolder, folder),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input: fileURLToPath(entry),
        output: { entryFileNames: 'app.js', assetFileNames: 'app[extname]', ...(codeSplitting ? { codeSplitting } : {}) },
      },
    },
  });
  const hints = startingChunks(built as Rolldown.RolldownOutput).map((file) => `<link rel="modulepreload" href="/${folder}/${file}">`);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${folder}</title><link rel="icon" href="data:,">${hints.join('')}${head}</head>
<body><div id="root"></div>${body}<script type="module" src="/${folder}/app.js"></script></body></html>`;
  writeFileSync(join(distFolder, folder, 'index.html'), html);
}

/** Builds the peers' pages in every size. */
export async function buildPeers(formOf: (size: Size) => readonly Field[] = generateFields): Promise<void> {
  rmSync(distFolder, { recursive: true, force: true });
  mkdirSync(distFolder, { recursive: true });
  for (const size of sizes) {
    const fields = formOf(size);
    const define = { BENCH_FIELDS: JSON.stringify(fields), BENCH_RJSF: JSON.stringify(rjsfProps(fields)) };
    for (const [peer, entry] of Object.entries(entries)) await buildPage({ peer: peer as Peer, size, entry, define });
  }
}
