import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ExitCode } from '../../../engine/cli/index.ts';
import { commands } from '../../../server/cli/commands.ts';
import { keyringFrom } from '../../../server/platform/crypto/keyring.ts';
import { createVault } from '../../../server/platform/crypto/vault.ts';
import { connectEmbedded } from '../../../server/platform/db/connect.ts';
import type { Db } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { auditRows } from '../support/auditRows.ts';
import { migrations } from '../support/migrations.ts';
import { audit } from '../../../server/platform/audit/audit.ts';
import { DirectoryLocked } from '../../../server/platform/db/lock.ts';
import { databaseCommands } from '../../../server/platform/operator/databaseCommands.ts';
import { serveOperator } from '../../../server/platform/operator/serve.ts';
import { systemRandom } from '../../../server/platform/random.ts';
import { readSettings } from '../../../server/platform/settings.ts';
import { systemClock } from '../../../server/platform/time.ts';
import { projectFiles } from '../../scenarios/project.ts';

// Each command reopens the database, as the command line does.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hakbang-cli-'));
  for (const [name, value] of Object.entries({ DATA_DIR: dataDir, HAKBANG_MODE: 'test', DATABASE_URL: '' })) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ code: ExitCode | undefined; lines: string[] }> {
  const lines: string[] = [];
  const io = {
    out: (text: string) => void lines.push(text),
    error: (text: string) => void lines.push(text),
    by: 'ana',
    read: projectFiles,
  };
  const code = await commands[args[0] ?? '']?.run(args.slice(1), io);
  return { code, lines };
}

async function onDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const connection = await connectEmbedded(join(dataDir, 'db'));
  await migrate(connection.db, migrations);
  await work(connection.db);
  await connection.close();
}

test('hakbang audit verify names the first invalid row and exits with 1', async () => {
  const entry = { actor: 'staff:1', action: 'loan.paused', subject: 'loan:1' };
  await onDatabase(async (db) => {
    for (let n = 0; n < 3; n++) await db.transaction().execute((tx) => audit(tx, { clock: systemClock }, entry));
  });
  const sound = await run('audit', 'verify');
  expect(sound).toEqual({
    code: 0,
    lines: [expect.stringMatching(/^The audit chain is valid: 3 rows, head 3:[0-9a-f]{64}\.$/)],
  });
  await onDatabase((db) =>
    sql`alter table audit_rows disable trigger user`.execute(db).then(() => db.deleteFrom('audit_rows').where('id', '=', 2).execute()),
  );
  expect(await run('audit', 'verify')).toEqual({ code: 1, lines: ['Audit row 2 is missing; the next one is 3.'] });
  expect((await run('audit', 'verify', '--head', 'nonsense')).code).toBe(2);
});

test('staff add, staff unlock and audit verify go through a running server that has the embedded database open', async () => {
  const directory = join(dataDir, 'db');
  const connection = await connectEmbedded(directory);
  await migrate(connection.db, migrations);
  vi.stubEnv('HAKBANG_DESK_PASSWORD', 'a password of 24 letters');
  const add = ['staff', 'add', 'ben', '--role', 'admin'];
  await expect(run(...add)).rejects.toThrow(DirectoryLocked);

  const settings = readSettings(process.env);
  const commandsOfServer = databaseCommands({ db: connection.db, settings, clock: systemClock, random: systemRandom });
  const operator = await serveOperator({ directory, applications: {}, commands: commandsOfServer });
  try {
    const added = await run(...add);
    expect([added.code, added.lines.join()]).toEqual([0, expect.stringContaining('ben (admin) was added.')]);
    expect(added.lines.join()).toContain('otpauth://');
    expect(await run('staff', 'unlock', 'ben', '--reason', 'lost')).toEqual({ code: 0, lines: ['ben can log in again.'] });
    expect(await run('staff', 'unlock', 'eva', '--reason', 'lost')).toMatchObject({ code: 1 });
    expect((await run('audit', 'verify')).lines).toEqual([expect.stringMatching(/^The audit chain is valid: 2 rows/)]);
    const { actor } = await auditRows(connection.db).select('actor').limit(1).executeTakeFirstOrThrow();
    expect(actor).toBe('shell:ana');
  } finally {
    await operator.close();
    await connection.close();
  }
});

test('hakbang jobs lists failed jobs and retries them, audited', async () => {
  const job = { kind: 'note', key: null, data: '{}', max_attempts: 3, attempts: 3, run_at: new Date(0), created_at: new Date(0) };
  await onDatabase((db) =>
    db
      .insertInto('jobs')
      .values([
        { ...job, failed_at: new Date('2026-03-10T04:00:00Z'), last_error: 'unavailable' },
        { ...job, done_at: new Date(0) },
      ])
      .execute(),
  );
  expect(await run('jobs', 'failed')).toEqual({
    code: 0,
    lines: ['1  2026-03-10T04:00:00.000Z  note  3 attempts  unavailable', '1 failed.'],
  });
  expect(await run('jobs', 'retry', '2')).toEqual({ code: 1, lines: ['0 will be retried.'] });
  expect(await run('jobs', 'retry', 'all')).toEqual({ code: 0, lines: ['1 will be retried.'] });
  expect((await run('jobs', 'failed')).lines).toEqual(['0 failed.']);
  await onDatabase(async (db) => {
    expect(await db.selectFrom('jobs').select(['attempts', 'failed_at']).where('id', '=', 1).execute()).toEqual([
      { attempts: 0, failed_at: null },
    ]);
    expect(await auditRows(db).select(['actor', 'action', 'subject']).execute()).toEqual([
      { actor: 'operator:ana', action: 'job.retried', subject: 'job:1' },
    ]);
  });
  expect((await run('jobs', 'nope')).code).toBe(2);
});

test('hakbang staff emergency names one admin, audited, and refuses everybody else', async () => {
  vi.stubEnv('HAKBANG_DESK_PASSWORD', 'correct horse battery');
  const added = await run('staff', 'add', 'anna', '--role', 'admin');
  expect(added.lines.join('\n')).toMatch(/otpauth:\/\/totp\/\S+secret=[A-Z2-7]{32}/);
  expect((await run('staff', 'add', 'sol', '--role', 'support')).code).toBe(0);
  const name = async (who: string) => run('staff', 'emergency', who, '--reason', 'STAFF_OIDC_ONLY is on');
  expect(await name('anna')).toEqual({ code: 0, lines: ['anna is the emergency account. Each login with it raises an alarm.'] });
  for (const who of ['sol', 'nobody']) expect(await name(who)).toEqual({ code: 1, lines: [`No admin with access is named ${who}.`] });
  expect((await run('staff', 'emergency', 'anna')).code).toBe(2);
  vi.stubEnv('HAKBANG_DESK_PASSWORD', 'short');
  expect(await run('staff', 'add', 'eva', '--role', 'support')).toEqual({
    code: 1,
    lines: ['The password must have at least 12 characters.'],
  });
  await onDatabase(async (db) => {
    const rows = await db.selectFrom('staff').select(['name', 'is_emergency']).orderBy('name').execute();
    expect(rows).toEqual([
      { name: 'anna', is_emergency: true },
      { name: 'sol', is_emergency: false },
    ]);
    const audited = await auditRows(db).select(['actor', 'action']).execute();
    expect(audited.at(-1)).toEqual({ actor: 'shell:ana', action: 'staff.emergencySet' });
  });
});

test('hakbang staff unlock removes the pauses of a name, audited', async () => {
  vi.stubEnv('HAKBANG_DESK_PASSWORD', 'correct horse battery');
  expect((await run('staff', 'add', 'anna', '--role', 'admin')).code).toBe(0);
  const window = { window_start: new Date(0), count: 5 };
  await onDatabase((db) =>
    db
      .insertInto('login_counters')
      .values([
        { scope: 'staffName', key: 'anna|203.0.113.9', ...window },
        { scope: 'staffName', key: 'annabel|203.0.113.9', ...window },
        { scope: 'staffCodes', key: 'anna', ...window },
      ])
      .execute(),
  );
  expect(await run('staff', 'unlock', 'anna', '--reason', 'nobody else')).toEqual({ code: 0, lines: ['anna can log in again.'] });
  expect(await run('staff', 'unlock', 'ann', '--reason', 'nobody else')).toEqual({
    code: 1,
    lines: ['There is no staff account named ann.'],
  });
  expect((await run('staff', 'unlock', 'anna')).code).toBe(2);
  await onDatabase(async (db) => {
    expect(await db.selectFrom('login_counters').select('key').execute()).toEqual([{ key: 'annabel|203.0.113.9' }]);
    const rows = await auditRows(db).select(['actor', 'action']).execute();
    expect(rows.at(-1)).toEqual({ actor: 'shell:ana', action: 'staff.unlocked' });
  });
});

test('hakbang rewards shows how the shipped rewards could be farmed', async () => {
  const { code, lines } = await run('rewards');
  expect(code).toBe(0);
  // Changing this needs a decision: a reward that is worth more than it costs gives money away.
  expect(lines).toMatchInlineSnapshot(`
    [
      "  coupons.json /grants/0 welcome: worth PHP 31.80, costs PHP 33.20 (cashLoan, PHP 1,000.00 for 14 days, repaid after 0).",
      "! coupons.json /grants/1 onTime: worth PHP 100.00, costs PHP 52.00 (cashLoan, PHP 2,000.00 for 14 days, repaid after 3).",
      "! rewards.json /easyReloan/activation easyReloanActivation: worth PHP 200.00, costs PHP 33.20 (cashLoan, PHP 1,000.00 for 14 days, repaid after 0).",
      "! rewards.json /easyReloan/streak/amountsCents/0 easyReloanStreak: worth PHP 50.00, costs PHP 36.00 (cashLoan, PHP 1,000.00 for 14 days, repaid after 3).",
      "! rewards.json /easyReloan/streak/amountsCents/1 easyReloanStreak: worth PHP 70.00, costs PHP 36.00 (cashLoan, PHP 1,000.00 for 14 days, repaid after 3).",
      "! rewards.json /easyReloan/streak/amountsCents/2 easyReloanStreak: worth PHP 90.00, costs PHP 36.00 (cashLoan, PHP 1,000.00 for 14 days, repaid after 3).",
      "! rewards.json /easyReloan/streak/amountsCents/3 easyReloanStreak: worth PHP 110.00, costs PHP 36.00 (cashLoan, PHP 1,000.00 for 14 days, repaid after 3).",
      "! rewards.json /homescreen addDesktop: worth PHP 200.00, costs PHP 86.00 (cashLoan, PHP 5,000.00 for 14 days, repaid after 0).",
      "! limits.json /growth/0: up to PHP 7,000.00 more limit for PHP 36.00 (cashLoan, PHP 1,000.00 for 14 days, repaid after 3); 33 of them raise the limit from PHP 1,000.00 to the maximum for PHP 1,188.00.",
      "8 of 9 rewards can be farmed.",
    ]
  `);
  expect((await run('rewards', 'now')).code).toBe(2);
});

test('hakbang keys rotate reports what it did and which key may be removed', async () => {
  const [oldKey, newKey] = ['a', 'b'].map((letter) => Buffer.alloc(32, letter).toString('base64'));
  vi.stubEnv('MASTER_KEY', oldKey);
  expect(await run('keys', 'rotate')).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^MASTER_KEY holds key [0-9a-f]{8} alone\. To rotate it, put the new key first: MASTER_KEY=<new>,<old>\.$/),
    ],
  });
  await onDatabase((db) => createVault(keyringFrom(oldKey ?? '')).of(db, 'anna'));
  vi.stubEnv('MASTER_KEY', `${newKey},${oldKey}`);
  const [{ id }] = keyringFrom(newKey ?? '');
  expect(await run('keys', 'rotate')).toEqual({
    code: 0,
    lines: [
      '1 data keys so far.',
      `Key ${id} protects all data keys (1 rewrapped) and second factors (0 re-encrypted).`,
      `No stored row needs an older key. MASTER_KEY may hold key ${id} alone.`,
    ],
  });
  expect((await run('keys', 'turn')).code).toBe(2);
});
