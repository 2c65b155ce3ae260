import { expect, test } from 'vitest';
import type { Database } from '../../../server/platform/db/database.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { claimOf, policy, startClaims } from '../support/claims.ts';
import { logIn } from '../support/login.ts';

test('R14 a product without housekeeping of its own forgets logins, sessions and keys of requests too', async () => {
  const server = await startClaims();
  const count = async (table: keyof Database) =>
    (
      await server.deps.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const counts = () => Promise.all((['login_challenges', 'sessions', 'idempotency_keys', 'login_counters'] as const).map(count));

  const { headers } = await logIn(server, '9171234567');
  const { release, revision } = await claimOf(server, headers);
  const saved = await server.app.inject({
    method: 'PUT',
    url: '/api/flows/claim/steps/policy',
    payload: { release, answers: policy },
    headers: { ...headers, 'if-match': `"${revision}"`, 'idempotency-key': 'housekeeping-key-0001' },
  });
  expect(saved.statusCode).toBe(200);
  expect((await counts()).every((found) => found > 0)).toBe(true);
  server.clock.advance(3 * 86_400);
  await enqueueTicks(server.deps);
  await runDueJobs(server.deps);
  expect(await counts()).toEqual([0, 0, 0, 0]);
  expect(await count('flow_states')).toBe(1);
  await server.close();
});
