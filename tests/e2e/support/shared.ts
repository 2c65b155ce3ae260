import { test as base } from '@playwright/test';
import { type RunningServer, startServer } from './server.ts';

/**
 * Tests that change neither the server's clock, nor its providers, nor its configuration share one server per worker: `test(…, ({ page,
 * server }) => …)`. Each test has its own borrower. Other tests start their own server with `startServer`.
 */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
