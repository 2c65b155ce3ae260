import { sql } from 'kysely';
import { ProviderError } from '../../ports/providerError.ts';
import { countFailedJobs } from '../../jobs/failed.ts';
import type { App } from '../../http/types.ts';

/** `/health`: the process lives. `/health/ready`: it can serve, that is, database, photo folder and releases are fit. */
export function health(app: App): void {
  const { db, releases, ports } = app.deps;
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const problems = [...(await databaseProblems()), ...(await storageProblems()), ...(await releases.ready())];
    const ready = problems.length === 0;
    // Jobs that were given up need a person, not another node: they do not take this one out of service.
    const failedJobs = ready ? await countFailedJobs(db) : undefined;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', problems, failedJobs });
  });

  async function databaseProblems() {
    try {
      await sql`select 1`.execute(db);
      return [];
    } catch {
      return [{ code: 'noDatabase', message: 'The database does not answer.' }];
    }
  }

  async function storageProblems() {
    try {
      await ports.storage.check?.();
      return [];
    } catch (error) {
      const message = error instanceof ProviderError ? error.message : 'storage: the folder cannot be looked at';
      return [{ code: 'noStorage', message }];
    }
  }
}
