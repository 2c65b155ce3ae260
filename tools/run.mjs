// One door for every command: sets up whatever is missing, then runs it on Node 24.
import { ensureBuilt, ensureInstalled, environment, root, run } from './setup.mjs';
import { spawn } from 'node:child_process';

const [command = 'help', ...args] = process.argv.slice(2);

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
  screenshots: () => {
    ensureBuilt();
    run('node', ['tools/screenshots.ts'], { env: environment() });
  },
  bench: () => {
    ensureBuilt();
    run('node', ['bench/run.mjs', ...args], { env: environment() });
  },
};

/** The command line says itself what is wrong: only its exit code is passed on. */
const hakbang = (words) => handOver(['server/hakbang.ts', ...words], environment());

function serve(mode) {
  handOver(['server/main.ts', ...args], { ...environment(), HAKBANG_MODE: process.env.HAKBANG_MODE ?? mode });
}

/** Node as a child that gets our signals, so that Ctrl-C stops it gracefully, and ends as it ends. */
function handOver(words, env) {
  const child = spawn('node', words, { cwd: root, env, stdio: 'inherit' });
  const asked = ['SIGINT', 'SIGTERM'];
  for (const signal of asked) process.on(signal, () => child.kill(signal));
  // Killed by anybody else, it did not do what it was to do.
  child.on('exit', (code, signal) => process.exit(code ?? (asked.includes(signal) ? 0 : 1)));
}

const chosen = commands[command];
if (!chosen) {
  process.stderr.write(`Unknown command "${command}". Known: ${Object.keys(commands).join(', ')}.\n`);
  process.exit(2);
}
ensureInstalled();
chosen();
