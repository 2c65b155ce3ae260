// Runs every test and ends with a line `N passed, N failed`.
//   --only lint,unit,faults,postgres,e2e   some of the stages      --require-postgres   no PostgreSQL counts as a failure
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureChromium } from './browser.mjs';
import { holdRows } from './rows.mjs';
import { root } from './setup.mjs';

const args = process.argv.slice(2);
const only = args.includes('--only') ? args[args.indexOf('--only') + 1].split(',') : ['lint', 'unit', 'faults', 'postgres', 'e2e'];
const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/**
 * Projects of vitest.config.ts. With a PostgreSQL, the server's tests run on it. Only tests of the database itself then also run on the
 * embedded one, which the browser tests use too.
 */
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL) && only.includes('postgres');
const onServer = ['server', 'mocking'];
const projects = (...names) => names.flatMap((name) => ['--project', name]);

const total = { passed: 0, failed: 0 };
/** Named again at the end, because a long log is often kept only in part. */
const failures = [];

function stage(name, command, commandArgs, env = {}) {
  process.stdout.write(`\n— ${name}\n`);
  const started = Date.now();
  const { status } = spawnSync(command, commandArgs, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  process.stdout.write(`— ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
  return status === 0;
}

function count(passed, failed) {
  total.passed += passed;
  total.failed += failed;
}

/** A stage that passes or fails as a whole. */
function check(name, command, commandArgs) {
  const ok = stage(name, command, commandArgs);
  if (!ok) failures.push(name);
  count(ok ? 1 : 0, ok ? 0 : 1);
}

function vitest(name, filters, env) {
  const file = join(reports, `${name}.json`);
  const ok = stage(name, 'vitest', ['run', ...filters, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], env);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const skipped = report ? report.numPendingTests + (report.numTodoTests ?? 0) : 0;
  if (skipped > 0) process.stdout.write(`${skipped} skipped in ${name}: a skipped test counts as failed\n`);
  for (const { name: path, status, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((result) => result.status === 'failed').map((result) => result.fullName);
    if (status === 'failed' && failed.length === 0) failed.push('the file itself');
    failures.push(...failed.map((title) => `${name}: ${relative(root, path)}: ${title}`));
  }
  count(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 1) + skipped + (!ok && report?.numFailedTests === 0 ? 1 : 0));
}

function playwright(chromiumPath) {
  const file = join(reports, 'e2e.json');
  const ok = stage('e2e', 'playwright', ['test', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM_PATH: chromiumPath,
  });
  const stats = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).stats : undefined;
  if (stats?.flaky) process.stdout.write(`${stats.flaky} passed only on a retry\n`);
  const failed = (stats?.unexpected ?? 1) + (stats?.skipped ?? 0);
  count((stats?.expected ?? 0) + (stats?.flaky ?? 0), failed === 0 && !ok ? 1 : failed);
}

if (only.includes('lint')) {
  check('types', 'tsc', ['-p', '.']);
  check('lint', 'oxlint', ['--deny-warnings']);
  check('format', 'oxfmt', ['--check']);
  check('unused code', 'knip', []);
}
const chromiumPath = only.includes('unit') || only.includes('e2e') ? await ensureChromium() : undefined;
if (only.includes('unit'))
  vitest('unit', projects('database', 'rest', ...(hasPostgres ? [] : onServer)), {
    TEST_DATABASE_URL: '',
    CHROMIUM_PATH: chromiumPath,
  });
// Five hundred random faults. Fails if the rates are below the goals by more than chance (bench/mutation).
if (only.includes('faults')) check('faults', 'node', ['bench/mutation/main.ts', '--count', '500', '--gate', '--survivors']);
if (only.includes('postgres')) {
  if (process.env.TEST_DATABASE_URL) vitest('postgres', projects('database', ...onServer), {});
  else if (args.includes('--require-postgres')) count(0, 1);
  else process.stdout.write('\n— postgres: not run; set TEST_DATABASE_URL to run the server tests on it too\n');
}
if (only.includes('e2e')) playwright(chromiumPath);

// Only a complete run can show that a row has no proof.
if (only.includes('unit') && only.includes('e2e')) {
  const { rows, unproven, unknown } = holdRows(root, reports);
  const ok = unproven.length === 0 && unknown.length === 0;
  process.stdout.write(`\n— requirements: ${rows - unproven.length} of ${rows} rows proven by a test that ran\n`);
  if (unproven.length > 0) process.stdout.write(`without proof through browser or API: ${unproven.join(' ')}\n`);
  if (unknown.length > 0) process.stdout.write(`ids in titles that match no row: ${unknown.join(' ')}\n`);
  count(ok ? 1 : 0, ok ? 0 : 1);
}

if (failures.length > 0) process.stdout.write(`\nfailed:\n${failures.map((failure) => `  ${failure}\n`).join('')}`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
