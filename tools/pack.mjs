// Builds the package in build/package: JavaScript with declarations of everything that is not the cash loan. Node strips no types under
// node_modules, so TypeScript could not be published. `npm pack ./build/package` makes the archive.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { environment, root, run } from './setup.mjs';

const target = join(root, 'build/package');
rmSync(target, { recursive: true, force: true });
run('tsc', ['-p', 'tsconfig.pack.json'], { env: environment() });

/** Styles and drawings, which Vite imports from the code beside them. */
const assets = new Set(['.css', '.svg']);
for (const folder of ['engine', 'src'])
  for (const path of readdirSync(join(root, folder), { recursive: true })) {
    if (!assets.has(extname(path)) || path.startsWith('borrower')) continue;
    mkdirSync(join(target, folder, dirname(path)), { recursive: true });
    cpSync(join(root, folder, path), join(target, folder, path));
  }
const isSource = (path) => !/[\\/](dist|\.data)$/.test(path);
for (const path of [
  'LICENSE',
  'docs/rules',
  'examples/claim',
  'tools/eagerReact.json',
  'tools/compress.mjs',
  'tools/hakbang.mjs',
  'tools/run.mjs',
  'tools/setup.mjs',
  'tools/node24/package.json',
  'tools/node24/package-lock.json',
])
  cpSync(join(root, path), join(target, path), { recursive: true, filter: isSource });
cpSync(join(root, 'docs/package.md'), join(target, 'README.md'));

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const built = (source) => source.replace(/\.ts$/, '');
const exported = Object.entries(own.exports).map(([name, source]) => [
  name,
  source.endsWith('.ts') ? { types: `${built(source)}.d.ts`, default: `${built(source)}.js` } : source,
]);
const { name, version, description, license, type, bin, engines, dependencies, devDependencies } = own;
const buildTools = Object.fromEntries(['vite', '@vitejs/plugin-react'].map((each) => [each, devDependencies[each]]));
const manifest = {
  name,
  version,
  description,
  license,
  type,
  bin,
  engines,
  exports: Object.fromEntries(exported),
  dependencies: { ...dependencies, ...buildTools },
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
