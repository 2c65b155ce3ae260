import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, templateVariable } from './server.ts';

/** Once a run, before the workers start: the data that each server begins with. Answers what clears it away. */
export default async function prepare(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-template-'));
  const server = await startServer({ keepIn: folder });
  await server.stop();
  process.env[templateVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
