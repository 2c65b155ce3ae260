// Adds to a build what makes the app installable: the service worker, which knows the files of this build, and the icons.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { build, type Plugin, type Rolldown } from 'vite';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export function pwa(): Plugin {
  return {
    name: 'hakbang-pwa',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string | Buffer) => this.emitFile({ type: 'asset', fileName, source });
      emit('sw.js', await workerCode(shellFiles(bundle)));
      for (const [fileName, source] of await icons()) emit(fileName, source);
    },
  };
}

/** What a page shows that did not come: there is no later for it. */
const drawingsOfTrouble = /drawings\/(offline|sorry)\.svg$/;

/** The entry with all that it imports from the start, and its look; the drawings of trouble. */
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

/** One classic script: browsers differ in whether a service worker may be a module. */
async function workerCode(files: readonly string[]): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { SHELL_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: inProject('src/serviceWorker/worker.ts'), output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built.');
  return chunk.code;
}

/** All made from one drawing. A maskable icon fills its square; what matters lies in the middle four fifths (W3C, Manifest). */
async function icons(): Promise<[string, Buffer][]> {
  const drawing = readFileSync(inProject('src/icon.svg'), 'utf8');
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
