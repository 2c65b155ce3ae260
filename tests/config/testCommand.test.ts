import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/root.ts';

// Fails with the command's output. After an intended change, `hakbang renew` updates the recording.
test.each(['.', 'examples/claim'])('`hakbang test` passes on the configuration in %s, with its recording', (folder) => {
  const env = { ...process.env, HAKBANG_PROJECT: join(root, folder) };
  const said = execFileSync('node', ['server/hakbang.ts', 'test'], { cwd: root, env, encoding: 'utf8' });
  const [, passed, all] = /(\d+) of (\d+) scenarios passed/.exec(said) ?? [];
  expect(Number(passed)).toBeGreaterThan(0);
  expect(passed).toBe(all);
});
