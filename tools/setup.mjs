// Sets up what is missing. Runs on Node 20 without packages, so it is plain JavaScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** Whether this is the published package, which npm installed, with built code. */
export const isPackage = !existsSync(join(root, 'package-lock.json'));
/** A module by its path without extension. */
export const moduleFile = (name) => `${name}${isPackage ? '.js' : '.ts'}`;
const neededMajor = 24;
/** Whether this process itself can run the project's code. */
export const isNewEnough = Number(process.versions.node.split('.')[0]) >= neededMajor;
const node24Dir = join(root, 'tools/node24');

/** Prints to stderr, because a program may parse a command's output. */
export function say(line) {
  process.stderr.write(`\u001b[2m· ${line}\u001b[0m\n`);
}

/** Runs a command in the project's root. Exits this process if it fails. */
export function run(command, args, { env = process.env, cwd = root, quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env,
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(`\n${command} ${args.join(' ')} failed (${result.status ?? result.signal ?? result.error?.message}).\n`);
    process.exit(result.status ?? 1);
  }
}

/**
 * An environment whose PATH starts with Node 24 and the project's commands, with Node's compile cache: loading modules takes half of a
 * process's startup time.
 */
export function environment() {
  const bins = [join(root, 'node_modules/.bin'), ...(isPackage ? [join(root, '../.bin')] : [])];
  if (!isNewEnough) bins.unshift(join(node24Dir, 'node_modules/.bin'));
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.hakbang/code');
  return { ...process.env, NODE_COMPILE_CACHE, [pathKey]: [...bins, process.env[pathKey] ?? ''].join(delimiter) };
}

/** Installs Node 24 from the npm registry if the machine has an older one, because the server runs TypeScript directly. */
function ensureNode() {
  if (isNewEnough) return;
  const binary = join(node24Dir, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(binary)) return;
  say(`Node ${process.versions.node} found; fetching Node ${neededMajor} for this project only`);
  run('npm', ['ci', '--prefix', node24Dir, '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (name !== 'node_modules') add(join(path, name));
    } else hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const path of paths) add(join(root, path));
  return hash.digest('hex');
}

/** Runs `work` unless it already ran for the same content of `inputs`. */
export function once(name, inputs, output, work) {
  const stampFile = join(root, 'node_modules/.hakbang', name);
  const stamp = hashOf(inputs);
  if (existsSync(join(root, output)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

export function ensureInstalled() {
  ensureNode();
  if (isPackage) return;
  once('installed', ['package-lock.json'], 'node_modules/react', () => {
    say('installing packages');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env: environment(), quiet: true });
    bundleServer();
  });
}

/** Without a fresh bundle, the server and the command line run from their sources, which takes longer to load. */
const bundleServer = () => run('node', ['tools/serverBundle/build.ts'], { env: environment() });

const buildInputs = [
  'package-lock.json',
  moduleFile('vite.config'),
  'index.html',
  'engine',
  'src',
  'public',
  'tools',
  'server/contract',
  'server/product/application/places.ts',
];

/** Folders of a product's other applications (server/platform/project.ts). Each has its own page and settings. */
const applicationsIn = (project) =>
  readdirSync(project).filter((name) => ['index.html', 'flows/settings.json'].every((file) => existsSync(join(project, name, file))));

/** Builds the browser files in the product's dist/: a bundle for each application, places, and compressed copies. */
export function ensureBuilt() {
  const project = resolve(process.env.HAKBANG_PROJECT ?? root);
  const isOwn = project === root;
  if (isOwn && !isPackage) bundleServer();
  const from = (path) => relative(root, join(project, path));
  const dist = join(project, 'dist');
  const pages = applicationsIn(project).map((name) => from(join(name, 'index.html')));
  const inputs = isOwn ? [...buildInputs, ...pages] : [...buildInputs, ...pages, from('index.html'), from('src'), from('public')];
  once(isOwn ? 'built' : `built-${from('.').replaceAll(/[^\w]+/g, '-')}`, inputs, from('dist/index.html'), () => {
    say('building the application');
    const env = environment();
    const build = (folder, ...options) =>
      run('vite', ['build', folder, '--config', join(root, moduleFile('vite.config')), '--logLevel', 'warn', ...options], { env });
    build(project);
    for (const name of applicationsIn(project))
      build(join(project, name), '--base', `/${name}/`, '--outDir', join(dist, name), '--emptyOutDir');
    if (isOwn) run('node', ['tools/places.mjs', join(dist, 'places')], { env });
    run('node', ['tools/compress.mjs', dist], { env });
  });
}
