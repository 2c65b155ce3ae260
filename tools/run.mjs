// The entry point of every command: sets up what is missing, then runs the command on Node 24.
import { ensureBuilt, ensureInstalled, environment, isNewEnough, isPackage, moduleFile, root, run } from './setup.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [command = 'help', ...given] = process.argv.slice(2);

/** `--project <folder>` runs a product other than the one in the root. */
function takeProject(words) {
  const at = words.indexOf('--project');
  if (at < 0) return words;
  const folder = resolve(process.env.INIT_CWD ?? '.', words[at + 1] ?? '');
  if (words[at + 1] === undefined || !existsSync(join(folder, 'server/project.ts'))) {
    process.stderr.write(`--project needs the folder of a product, one with server/project.ts.\n`);
    process.exit(2);
  }
  process.env.HAKBANG_PROJECT = folder;
  return words.toSpliced(at, 2);
}
const args = takeProject(given);
// An installed package runs the product in the caller's folder.
if (isPackage) process.env.HAKBANG_PROJECT ??= resolve(process.env.INIT_CWD ?? '.');
process.env.INIT_CWD ??= process.cwd();

const commands = {
  start: () => {
    ensureBuilt();
    serve('demo');
  },
  dev: () => serve('development'),
  test: () => {
    ensureBuilt();
    run('node', ['tools/test.mjs', ...args], { env: environment() });
  },
  check: () => hakbang(['check', ...args]),
  hakbang: () => hakbang(args),
  build: () => ensureBuilt(),
  package: () => run('node', ['tools/pack.mjs'], { env: environment() }),
  screenshots: () => {
    ensureBuilt();
    run('node', ['tools/screenshots.ts'], { env: environment() });
  },
  bench: () => {
    ensureBuilt();
    run('node', ['bench/run.mjs', ...args], { env: environment() });
  },
};

/** The command line reports its own errors, so only the exit code is passed on. */
async function hakbang(words) {
  const file = moduleFile('server/hakbang');
  if (!isNewEnough) return handOver([file, ...words], environment());
  // A second process would take longer to start than some commands to run.
  process.chdir(root);
  Object.assign(process.env, environment());
  process.argv = [process.argv[0], join(root, file), ...words];
  // Node 20 has no such cache. If the folder is not writable, nothing is cached.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(join(root, file)).href);
}

function serve(mode) {
  handOver([moduleFile('server/main'), ...args], { ...environment(), HAKBANG_MODE: process.env.HAKBANG_MODE ?? mode });
}

/** Runs Node as a child that receives our signals, so that Ctrl-C stops it gracefully, and exits with its code. */
function handOver(words, env) {
  const child = spawn('node', words, { cwd: root, env, stdio: 'inherit' });
  const asked = ['SIGINT', 'SIGTERM'];
  for (const signal of asked) process.on(signal, () => child.kill(signal));
  // Count it as a failure if another process killed it.
  child.on('exit', (code, signal) => process.exit(code ?? (asked.includes(signal) ? 0 : 1)));
}

const chosen = commands[command];
if (!chosen) {
  process.stderr.write(`Unknown command "${command}". Known: ${Object.keys(commands).join(', ')}.\n`);
  process.exit(2);
}
ensureInstalled();
await chosen();
