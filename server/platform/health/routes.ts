import { sql } from 'kysely';
import { missesPageOrigin } from '../http/hosts.ts';
import type { App } from '../http/types.ts';
import { countFailedJobs } from '../jobs/failed.ts';
import { ProviderError } from '../../ports/providerError.ts';

const stopping = { code: 'stopping', message: 'The node is about to stop.' };

/**
 * `/health`: the process lives. `/health/ready`: it can serve, that is, database, photo folder and releases are fit and it is not
 * about to stop. In production anybody may ask, so counts of failed jobs are left to `hakbang jobs`.
 */
export function health(app: App): void {
  const { db, releases, ports, settings } = app.deps;
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const leaving = app.isLeaving ? [stopping] : [];
    const own = [...leaving, ...hostProblems()];
    const problems = [...own, ...(await databaseProblems()), ...(await storageProblems()), ...(await releases.ready())];
    const ready = problems.length === 0;
    // Jobs that were given up need a person, not another node: they do not take this one out of service.
    const failedJobs = ready && settings.mode !== 'production' ? await countFailedJobs(db) : undefined;
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

  function hostProblems() {
    if (!missesPageOrigin(app.deps)) return [];
    return [
      { code: 'noPageOrigin', message: 'flows/settings.json names a host for the API: PUBLIC_URL must name the origin of the pages.' },
    ];
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
