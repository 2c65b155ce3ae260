import { defineConfig } from 'vitest/config';

/** Tests that need a real PostgreSQL, skipped without one. */
const onlyOnPostgres = process.env['TEST_DATABASE_URL']
  ? []
  : ['tests/server/safety/killDatabase.test.ts', 'tests/server/safety/rollingRestart.test.ts'];
const never = ['tests/e2e/**', 'node_modules/**', ...onlyOnPostgres];

/** Tests of the database itself: its adapter, its locks, crashes, and random loan histories. */
const database = [
  'tests/server/db/**/*.test.ts',
  'tests/server/jobs/**/*.test.ts',
  'tests/server/safety/{history,kill,killDatabase,rollingRestart}.test.ts',
];
const server = ['tests/server/**/*.test.ts', 'tests/truth/**/*.test.ts'];
/** These mock modules, so each file needs its own. */
const mocking = [
  'tests/server/safety/plantedBugs.test.ts',
  'tests/server/lending/productCaps.test.ts',
  'tests/server/changes/compilers.test.ts',
  'tests/server/preview/previews.test.ts',
  'tests/architecture/texts.test.ts',
];

const project = (name: string, { exclude = [], ...test }: { include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  extends: true as const,
  test: { ...test, name, exclude: [...never, ...exclude], globalSetup: 'tests/support/perRun.ts' },
});

export default defineConfig({
  test: {
    // These tests start embedded databases and Chromium, and all workers share two cores.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Its ES modules import directories, which Vite resolves and Node does not.
    server: { deps: { inline: [/@rjsf\/react-bootstrap/] } },
    // Loading the server or the compiler takes seconds, so test files share the modules of their worker.
    isolate: false,
    projects: [
      project('database', { include: database, exclude: mocking }),
      project('server', { include: server, exclude: [...database, ...mocking] }),
      project('mocking', { include: mocking, isolate: true }),
      project('rest', { include: ['tests/**/*.test.{ts,tsx}'], exclude: [...server, ...mocking] }),
    ],
  },
});
