// One door for every command: sets up whatever is missing, then runs it on Node 24.
import { ensureBuilt, ensureInstalled, environment, root, run } from './setup.mjs';
import { spawn, spawnSync } from 'node:child_process';

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
function hakbang(words) {
  const { status } = spawnSync('node', ['server/hakbang.ts', ...words], { cwd: root, env: environment(), stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** The server as a child that gets our signals, so that Ctrl-C stops it gracefully. */
function serve(mode) {
  const env = { ...environment(), HAKBANG_MODE: process.env.HAKBANG_MODE ?? mode };
  const child = spawn('node', ['server/main.ts', ...args], { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
}

const chosen = commands[command];
if (!chosen) {
  process.stderr.write(`Unknown command "${command}". Known: ${Object.keys(commands).join(', ')}.\n`);
  process.exit(2);
}
ensureInstalled();
chosen();
