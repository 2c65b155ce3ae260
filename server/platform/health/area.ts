import type { Area } from '../area.ts';
import { sql } from 'kysely';
import { missesPageOrigin } from '../http/hosts.ts';
import type { App } from '../http/types.ts';
import { countFailedJobs } from '../jobs/failed.ts';
import { ProviderError } from '../../ports/providerError.ts';

const stopping = { code: 'stopping', message: 'The node is shutting down.' };

/**
 * `/health`: the process is alive. `/health/ready`: the node can serve, which means that database, photo folder and releases work and it is
 * not shutting down. Production omits the count of failed jobs, because the endpoint is public; use `hakbang jobs`.
 */
function health(app: App): void {
  const { db, releases, applications, ports, settings } = app.deps;
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const leaving = app.isLeaving ? [stopping] : [];
    const own = [...leaving, ...hostProblems()];
    const problems = [...own, ...(await databaseProblems()), ...(await storageProblems()), ...(await releaseProblems())];
    const ready = problems.length === 0;
    // Failed jobs need a person, not another node, so they do not take this node out of service.
    const failedJobs = ready && settings.mode !== 'production' ? await countFailedJobs(db) : undefined;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', problems, failedJobs });
  });

  async function databaseProblems() {
    try {
      await sql`select 1`.execute(db);
      return [];
    } catch {
      return [{ code: 'noDatabase', message: 'The database does not respond.' }];
    }
  }

  function hostProblems() {
    if (!missesPageOrigin(app.deps)) return [];
    return [
      { code: 'noPageOrigin', message: 'flows/settings.json sets a separate API host, so PUBLIC_URL must be the origin of the pages.' },
    ];
  }

  async function releaseProblems() {
    const found = await Promise.all([releases, ...applications.map((each) => each.releases)].map((each) => each.ready()));
    return found.flat();
  }

  async function storageProblems() {
    try {
      await ports.storage.check?.();
      return [];
    } catch (error) {
      const message = error instanceof ProviderError ? error.message : 'storage: the folder cannot be read';
      return [{ code: 'noStorage', message }];
    }
  }
}

export const healthArea: Area = { name: 'health', routes: [health] };
