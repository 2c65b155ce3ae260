import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Loan } from '../../../server/contract/loans.ts';
import type { ApplicationView } from '../../../server/contract/schemas.ts';
import { verifyAudit } from '../../../server/platform/audit/verify.ts';
import { decided, people, visitors, type DemoPerson } from '../../../server/product/demo/people.ts';
import { stepFigures } from '../../../server/platform/stepCounts/figures.ts';
import { decisionFigures } from '../../../server/product/figures/applications.ts';
import { prepareDemo } from '../../../server/product/demo/prepare.ts';
import { violations } from '../../../server/platform/invariants.ts';
import { openPorts } from '../../../server/ports/openPorts.ts';
import { startProduct, type ProductApp } from '../support/product.ts';

let server: ProductApp;
const said: string[] = [];

beforeAll(async () => {
  server = await startProduct({ env: { HAKBANG_MODE: 'demo', LOG_LEVEL: 'error' } });
  await prepareDemo(server.deps, (line) => said.push(line), new AbortController().signal);
}, 120_000);
afterAll(() => server.close());

/** Logs in with one click on /dev. Returns the headers of this browser's calls. */
async function be({ phone }: DemoPerson): Promise<Record<string, string>> {
  const page = await server.app.inject({ method: 'POST', url: '/dev/people', payload: { phone } });
  expect(page.statusCode).toBe(200);
  const held = /data-public="([^"]*)"/.exec(page.body)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
  const { token } = JSON.parse(held) as { token: string };
  return { cookie: page.cookies.map(({ name, value }) => `${name}=${value}`).join('; '), 'x-hakbang-token': token };
}

const fetchAs = async <Answer>(person: DemoPerson, url: string): Promise<Answer> =>
  (await server.app.inject({ url, headers: await be(person) })).json<Answer>();

test('every ready-made borrower is in the announced state', async () => {
  const loans = new Map<DemoPerson, Partial<Loan>>([
    [people.approved, { state: 'none' }],
    [people.active, { state: 'active', label: 'expiresIn' }],
    [people.dueToday, { state: 'active', label: 'dueToday' }],
    [people.overdue, { state: 'active', label: 'overdue', overdueDays: 3 }],
    [people.reloan, { state: 'settled' }],
  ]);
  for (const [person, loan] of loans) expect(await fetchAs<Loan>(person, '/api/loans/current')).toMatchObject(loan);
  const applications = [
    [people.fresh, 'draft'],
    [people.referred, 'referred'],
    [people.approved, 'accepted'],
  ] as const;
  for (const [person, state] of applications)
    expect(await fetchAs<ApplicationView>(person, '/api/applications/current')).toMatchObject({ state });
  expect(await fetchAs(people.reloan, '/api/auth/session')).toMatchObject({ isReloan: true });
});

test('their histories satisfy all invariants, and no past job is left over', async () => {
  // The providers' books are in the data folder; those of a test are in memory.
  const ports = openPorts(server.deps.settings, { clock: server.clock });
  expect(await violations({ ...server.deps, ports })).toEqual([]);
  expect(await verifyAudit(server.deps.db)).toMatchObject({ sound: true });
  const failed = await server.deps.db.selectFrom('jobs').select('kind').where('failed_at', 'is not', null).execute();
  expect(failed).toEqual([]);
});

test('a second start adds nobody, and the terminal lists the borrowers', async () => {
  const count = async () => (await server.deps.db.selectFrom('customers').select('id').execute()).length;
  const before = await count();
  await prepareDemo(server.deps, () => undefined, new AbortController().signal);
  expect(await count()).toBe(before);
  expect(before).toBe(Object.keys(people).length + visitors.length + decided.length);
  expect(said.join('\n')).toMatch(/0917 000 0006 {2}Fred .*overdue by 3 days/);
});

test('D11 the figures have something to show: where the borrowers stopped', async () => {
  await server.deps.stepCounts.settled();
  const { steps, submitted } = await stepFigures(server.deps, { flow: 'onboarding', days: 90 });
  expect(submitted).toBe(Object.keys(people).length - 1 + decided.length);
  expect(steps[0]).toMatchObject({ step: 'identity', reached: 14, saved: 13, stopped: 1, left: 1 });
  expect(steps.reduce((sum, { stopped }) => sum + stopped, 0)).toBe(visitors.length + 1);
  expect(await decisionFigures(server.deps, { days: 90 })).toMatchObject({ decided: decided.length, halfHours: 11.5 });
});

test('one-click login works only for ready-made borrowers and only in a demo', async () => {
  const somebody = await server.app.inject({ method: 'POST', url: '/dev/people', payload: { phone: '9181234567' } });
  expect(somebody.statusCode).toBe(404);
  expect((await server.app.inject('/dev')).body).toContain('Be Carla');
  const other = await startProduct();
  expect((await other.app.inject({ method: 'POST', url: '/dev/people', payload: { phone: people.fresh.phone } })).statusCode).toBe(404);
  await other.close();
});
