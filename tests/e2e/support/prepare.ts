import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../support/root.ts';
import { claimProject } from './claim.ts';
import { startServer, templateVariable } from './server.ts';

/**
 * Once a run, before the workers start: builds the pages of the second product, and makes the data that each server begins with. Answers
 * what clears it away.
 */
export default async function prepare(): Promise<() => void> {
  execFileSync('node', ['tools/run.mjs', 'build', '--project', claimProject], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-template-'));
  const server = await startServer({ keepIn: folder });
  await server.stop();
  process.env[templateVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
