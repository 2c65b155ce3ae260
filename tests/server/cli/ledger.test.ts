import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commands } from '../../../server/cli/commands.ts';
import { connectEmbedded } from '../../../server/platform/db/connect.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { migrations } from '../support/migrations.ts';

// Each command reopens the database, as the command line does.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hakbang-cli-'));
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, HAKBANG_MODE: 'test', DATABASE_URL: '' })) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const lines: string[] = [];
  const io = { out: (text: string) => void lines.push(text), error: (text: string) => void lines.push(text), by: 'ana', read: () => [] };
  return { code: await commands['ledger']?.run(args, io), lines };
}

test('hakbang ledger verify reports success, or names the broken invariants and exits with 1', async () => {
  expect(await run('verify')).toEqual({ code: 0, lines: [expect.stringMatching(/^All \d+ invariants hold\.$/)] });
  const connection = await connectEmbedded(join(dataDir, 'db'));
  await migrate(connection.db, migrations);
  await sql`alter table journals disable trigger user`.execute(connection.db);
  await sql`insert into journals values ('j', 'payout:lost', 'disbursed', null, '2026-06-01', now())`.execute(connection.db);
  await connection.close();
  expect(await run('verify')).toEqual({ code: 1, lines: ['journalsBalance: journal payout:lost: 0 entries, sum 0', '1 violations.'] });
  expect(await run('balance')).toEqual({ code: 0, lines: [] });
  expect((await run('nonsense')).code).toBe(2);
});
