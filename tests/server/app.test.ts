import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support/app.ts';

let server: TestApp;
beforeAll(async () => void (server = await startTestApp()));
afterAll(() => server.close());

test('reports that it is alive and ready', async () => {
  expect((await server.app.inject('/health')).json()).toEqual({ status: 'ok' });
  expect((await server.app.inject('/health/ready')).json()).toEqual({ status: 'ok', problems: [], failedJobs: 0 });
});

test('answers an unknown address of the API with a problem document', async () => {
  const answer = await server.app.inject('/api/nothing');
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ code: 'notFound', status: 404, type: '/api/docs#error-notFound' });
});
