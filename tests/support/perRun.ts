import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder that the files of one run may share, because code and configuration do not change meanwhile. */
    runFolder: string;
  }
}

export function setup(project: TestProject): () => Promise<void> {
  // All projects of a run share it.
  process.env['TEST_SCHEMA_PREFIX'] ??= `test_${process.pid}_`;
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-run-'));
  project.provide('runFolder', folder);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await dropSchemas(process.env['TEST_SCHEMA_PREFIX'] ?? '');
  };
}

/** Drops the schemas that tests reused, because nobody needs them after the run. */
async function dropSchemas(prefix: string): Promise<void> {
  const connectionString = process.env['TEST_DATABASE_URL'];
  if (!connectionString) return;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select nspname as name from pg_namespace where starts_with(nspname, $1)', [
    prefix,
  ]);
  for (const { name } of rows) await client.query(`drop schema if exists ${client.escapeIdentifier(name)} cascade`);
  await client.end();
}
