import { defineConfig } from 'vitest/config';

/** What only a real PostgreSQL can show. */
const onlyOnPostgres = process.env['TEST_DATABASE_URL']
  ? []
  : ['tests/server/safety/killDatabase.test.ts', 'tests/server/safety/rollingRestart.test.ts'];

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', 'node_modules/**', ...onlyOnPostgres],
    globalSetup: 'tests/support/perRun.ts',
    // Embedded databases and Chromium start in these tests; two cores are shared by all workers.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
