import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Effort } from '../main.ts';
import { atMost, type Figure } from '../report.ts';
import { median } from '../statistics.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['schemas', 'flows', 'locales', 'desk', 'studio', 'tests/scenarios', 'hakbang.config.json'];
/** Many files use its texts. */
const edited = 'locales/en/forms.json';

/** Measures `npm run check` for all three applications on a copy, including Node's startup. */
export function measureCheck({ repetitions }: Effort): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-bench-'));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  const check = (...options: string[]): number => {
    const env = { ...process.env, CONFIG_DIR: folder, CI: '' };
    const started = performance.now();
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'check', '--', ...options], { cwd: root, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`check failed:\n${stdout}${stderr}`);
    return performance.now() - started;
  };
  const times = (one: () => number): number => median(Array.from({ length: repetitions }, one));
  try {
    check();
    const all = times(() => check('--no-cache'));
    const none = times(() => check());
    const some = times(() => {
      appendFileSync(join(folder, edited), '\n');
      return check();
    });
    const figure = (what: string, ms: number): Figure => ({ what, unit: 'ms', hakbang: ms, goal: atMost(1000, ms, ' ms') });
    return [
      figure('npm run check, everything anew', all),
      figure('  … one file of words changed since the last run', some),
      figure('  … nothing changed', none),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
