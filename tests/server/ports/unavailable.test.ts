import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Deps } from '../../../server/platform/deps.ts';
import { problemErrors } from '../../../server/platform/http/errors.ts';
import { ProviderError } from '../../../server/ports/providerError.ts';
import { readSettings } from '../../../server/platform/settings.ts';

test.each(['unavailable', 'refused'] as const)('a provider that is %s gives 503, try again', async (kind) => {
  const app = Fastify();
  app.decorate('deps', { applications: [], settings: readSettings({ HAKBANG_MODE: 'test' }) } as unknown as Deps);
  problemErrors(app);
  app.get('/judge', () => {
    throw new ProviderError(kind, 'face match: answered 500');
  });
  const answer = await app.inject('/judge');
  expect([answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  expect(answer.payload).not.toContain('face match');
  await app.close();
});
