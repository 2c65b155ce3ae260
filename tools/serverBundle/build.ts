// Bundles the server and the command line into build/server, unless that bundle is fresh.
import { renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, normalizePath, type Plugin } from 'vite';
import { type BundleManifest, freshBundle, stampOf } from '../../server/bundle.ts';

const root = normalizePath(fileURLToPath(new URL('../../', import.meta.url)));
const platform = `${root}server/platform`;
const isOwn = (id: string) => id.startsWith(root) && !id.includes('/node_modules/');
/** Its modules find each other in the folder of the bundle. */
const isReplacement = (id: string) => id.startsWith(`${root}tools/serverBundle/`);

/** Modules that know where the code is. */
const replaced = ['loadProject', 'codeFile', 'codeVersion'].map((name) => ({
  find: new RegExp(`^(\\.\\.?/)+${name}\\.ts$`),
  replacement: `${root}tools/serverBundle/${name}.ts`,
}));

/** Keeps `import.meta.url` of each module, which finds files beside the source. */
const places: Plugin = {
  name: 'hakbang-places',
  transform: (code, id) =>
    isOwn(id) && !isReplacement(id) && code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', `new URL('../../${relative(root, id)}', import.meta.url).href`), map: null }
      : null,
};

/** Writes the stamp of each source, taken before it is read, so that an edit during the build counts as one after it. */
function manifest(): Plugin {
  const stamps = new Map(['package-lock.json', 'tools/serverBundle/build.ts'].map((path) => [path, stampOf(`${root}${path}`)]));
  return {
    name: 'hakbang-manifest',
    load(id) {
      if (isOwn(id)) stamps.set(relative(root, id), stampOf(id));
      return null;
    },
    generateBundle() {
      const files: BundleManifest = Object.fromEntries(stamps);
      this.emitFile({ type: 'asset', fileName: 'manifest.json', source: JSON.stringify(files) });
    },
  };
}

const isFresh = () => freshBundle('main.js', { env: {} }) !== undefined;
const target = join(root, 'build/server');

if (!isFresh()) {
  // A server that starts during the build finds a complete bundle or none.
  const made = `${target}-${process.pid}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [places, manifest()],
    resolve: { alias: replaced },
    ssr: {
      noExternal: true,
      // These hold binaries, start processes or are loaded when first used.
      external: ['@electric-sql/pglite', 'sharp', 'vite', 'playwright', 'recheck', '@cantoo/pdf-lib', '@simplewebauthn/server'],
    },
    build: {
      ssr: true,
      target: 'node24',
      outDir: made,
      minify: false,
      rolldownOptions: {
        // Otherwise a chunk imports others for the sake of modules that it does not use.
        treeshake: { moduleSideEffects: (id) => !isOwn(id) },
        input: [
          `${platform}/main.ts`,
          `${platform}/cli/hakbang.ts`,
          `${platform}/cli/checkWorker.ts`,
          `${platform}/changes/compiling/compileWorker.ts`,
          `${platform}/previewWorld.ts`,
          `${platform}/files/inspectPdf.ts`,
        ],
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Automatic splitting places parts of the compiler with the database, which a check does not need.
          codeSplitting: { groups: [{ name: 'compiler', test: /\/engine\/compiler\// }] },
        },
      },
    },
  });
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(made, target);
  } catch (error) {
    // Another build was faster.
    rmSync(made, { recursive: true });
    if (!isFresh()) throw error;
  }
}
