import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import type { ScenarioResult } from '../../engine/scenario/index.ts';
import { root } from '../support/root.ts';

/** A few different ones: a day, a send-back in another language, the time after a loan, and steps without a screen. */
const chosen = ['underAge', 'wordsFil', 'changeBank', 'figures'];

test('the scenarios of the rules hold on the rendered screens: hakbang test --browser', () => {
  test.setTimeout(300_000);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['server/hakbang.ts', 'test', ...chosen, '--browser', '--format', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  expect(status, `${stdout}${stderr}`).toBe(0);
  const results = JSON.parse(stdout) as ScenarioResult[];
  const went = Object.fromEntries(results.map(({ id, diagnostics, isSkipped }) => [id, isSkipped ? 'left out' : diagnostics.length]));
  expect(went).toEqual({ underAge: 0, wordsFil: 0, changeBank: 0, figures: 'left out' });
  const untried = results.flatMap((result) => result.untried ?? []).map(({ file, line, message }) => `${file}:${line} ${message}`);
  expect(untried.length).toBeGreaterThan(0);
  for (const reason of untried) expect(reason).toMatch(/figures\.scenario\.json:\d+ .+\.$/);
});
