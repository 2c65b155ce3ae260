import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../support/root.ts';
import { claimProject } from './claim.ts';
import { startServer, templateVariable } from './server.ts';

/**
 * Runs once before the workers start. Builds the pages of the second product, and creates the data that each server starts with. Returns
 * the cleanup.
 */
export default async function prepare(): Promise<() => void> {
  execFileSync('node', ['tools/run.mjs', 'build', '--project', claimProject], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-template-'));
  const server = await startServer({ keepIn: folder });
  await server.stop();
  process.env[templateVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
