// Adds what a build needs besides its pages: icons, a service worker with the list of this build's files, the script for other sites, and
// the script of previews.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { build, type Plugin, type Rolldown } from 'vite';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export function pwa(): Plugin {
  let project = '';
  let isMain = true;
  return {
    name: 'hakbang-pwa',
    apply: 'build',
    configResolved({ root, base }) {
      project = root;
      isMain = base === '/';
    },
    async generateBundle(_options, bundle) {
      // Other applications of a product work online only.
      if (!isMain) return;
      const emit = (fileName: string, source: string | Buffer) => this.emitFile({ type: 'asset', fileName, source });
      emit('sw.js', await classicScript('src/serviceWorker/worker', { SHELL_FILES: JSON.stringify(shellFiles(bundle)) }));
      emit('embed.js', await classicScript('src/embed/element'));
      emit('marks.js', await classicScript('src/marks/marks'));
      for (const [fileName, source] of await icons(project)) emit(fileName, source);
    },
  };
}

/** Drawings for a page that failed to load. They cannot be fetched later. */
const drawingsOfTrouble = /drawings\/(offline|sorry)\.svg$/;

/** The entry with its static imports and styles, and the drawings for failures. */
function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (files.has(fileName) || chunk?.type !== 'chunk') return;
    files.add(fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
    chunk.imports.forEach(add);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry) add(file.fileName);
    if (file.type === 'asset' && file.originalFileNames.some((name) => drawingsOfTrouble.test(name))) files.add(file.fileName);
  }
  return [...files].map((file) => `/${file}`).sort();
}

/** Bundles one classic script: not every browser supports module service workers, and one tag suffices for another site. */
async function classicScript(source: string, define: Record<string, string> = {}): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: inProject(`${source}${extname(import.meta.url)}`), output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${source} was not built.`);
  return chunk.code;
}

/** Renders all icons from one drawing. A maskable icon fills its square and keeps its content in the middle four fifths (W3C, Manifest). */
async function icons(project: string): Promise<[string, Buffer][]> {
  const drawing = readFileSync(join(project, 'src/icon.svg'), 'utf8');
  const background = /<rect[^>]*fill="(#[0-9a-f]{3,8})"/i.exec(drawing)?.[1] ?? '#ffffff';
  const side = 64;
  const inner = drawing.replace(/<svg[^>]*>/, '<svg x="6.4" y="6.4" width="51.2" height="51.2" viewBox="0 0 64 64">');
  const full = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="${background}"/>${inner}</svg>`;
  const png = (svg: string, edgePx: number) =>
    sharp(Buffer.from(svg), { density: (72 * edgePx) / side })
      .resize(edgePx, edgePx)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
  return [
    ['icons/icon-192.png', await png(drawing, 192)],
    ['icons/icon-512.png', await png(drawing, 512)],
    ['icons/maskable-192.png', await png(full, 192)],
    ['icons/maskable-512.png', await png(full, 512)],
    ['icons/apple-touch-icon.png', await png(full, 180)],
  ];
}
