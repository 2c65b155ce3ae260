import { sql } from 'kysely';
import type { App } from '../../http/types.ts';

/** `/health`: the process lives. `/health/ready`: it can serve, that is, database and releases are fit. */
export function health(app: App): void {
  const { db, releases } = app.deps;
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const problems = [...(await databaseProblems()), ...(await releases.ready())];
    return reply.code(problems.length === 0 ? 200 : 503).send({ status: problems.length === 0 ? 'ok' : 'unavailable', problems });
  });

  async function databaseProblems() {
    try {
      await sql`select 1`.execute(db);
      return [];
    } catch {
      return [{ code: 'noDatabase', message: 'The database does not answer.' }];
    }
  }
}
