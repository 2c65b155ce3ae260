import { mkdtempSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deskCommand } from '../../../server/cli/desk/desk.ts';
import { table } from '../../../server/cli/desk/show.ts';
import { addPerson } from '../../../server/platform/staff/people.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startDesk } from '../support/desk.ts';
import { referredBorrower } from '../support/review.ts';
import { codeFor } from '../support/staff.ts';

let server: TestApp;
let folder: string;
beforeEach(async () => {
  server = await startTestApp();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'hakbang-desk-'));
  vi.stubEnv('HAKBANG_URL', `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`);
  vi.stubEnv('HAKBANG_DESK_FILE', join(folder, 'inner', 'desk.json'));
  vi.stubEnv('HAKBANG_DESK_PASSWORD', 'correct horse battery');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

/** Runs `hakbang desk …` against the server over HTTP. */
async function desk(...args: string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const io = { out: (text: string) => void out.push(text), error: (text: string) => void error.push(text), by: 'test', read: () => [] };
  const code = await deskCommand.run(args, io);
  return { code, out: out.join('\n'), error: error.join('\n') };
}

async function logIn(role: 'support' | 'admin') {
  await addPerson(server.deps, { name: role, role, password: 'correct horse battery' }, 'test');
  vi.stubEnv('HAKBANG_DESK_CODE', await codeFor(server, role));
  return desk('login', role);
}

test('logs in, stores the session readable only by its owner, and logs out on the server too', async () => {
  expect(await logIn('support')).toMatchObject({ code: 0, out: expect.stringContaining('Logged in as support (support)') as string });
  expect(statSync(process.env['HAKBANG_DESK_FILE'] ?? '').mode & 0o777).toBe(0o600);
  expect((await desk('me')).out).toContain('role: support');
  expect((await desk('logout')).code).toBe(0);
  expect(await desk('me')).toMatchObject({ code: 1, error: expect.stringContaining('not logged in') as string });
  const sessions = await server.deps.db.selectFrom('staff_sessions').select('ended_at').execute();
  expect(sessions.every(({ ended_at: ended }) => ended !== null)).toBe(true);
});

test('reports errors: a wrong code, a forbidden role, an unknown command, a missing reason', async () => {
  await logIn('admin');
  expect(await desk('applications')).toMatchObject({ code: 1, error: 'Refused: forbidden.' });
  vi.stubEnv('HAKBANG_DESK_CODE', '000000');
  expect(await desk('login', 'admin')).toMatchObject({ code: 1, error: 'Name, password or code is wrong.' });
  expect((await desk('appplications')).code).toBe(2);
  expect((await desk('applications', '--what', 'x')).code).toBe(2);
  expect(await desk('pause')).toMatchObject({ code: 1, error: '--reason is missing.' });
  expect((await desk('help')).error).toContain('send-back');
});

test('shows lists as tables and, for machines, as JSON', async () => {
  await logIn('support');
  expect(await desk('loans')).toMatchObject({ code: 0, out: 'Nothing.' });
  expect(JSON.parse((await desk('loans', '--json')).out)).toEqual({ loans: [] });
});

test.each([
  ['A-4D2B-763C', 'Nobody found by this application number.'],
  ['HK-7Q2M4-XK09T', 'Nobody found by this loan number.'],
  ['0917 123 4567', 'Nobody found by this phone number.'],
  ['Maria', 'Nobody found by a name that begins like this. Numbers look like A-4D2B-763C, HK-7Q2M4-XK09T or 09171234567.'],
])('says by what nobody was found: %s', async (text, said) => {
  await logIn('support');
  expect(await desk('find', text)).toMatchObject({ code: 0, out: said });
});

test('D02 queues are worked by the same operations as on the screens', async () => {
  const product = await startDesk();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  vi.stubEnv('HAKBANG_URL', `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`);
  const { id: subject } = await referredBorrower(product);
  const { number } = await product.deps.db.selectFrom('work_items').select('number').executeTakeFirstOrThrow();
  await addPerson(product.deps, { name: 'ana', role: 'underwriter', password: 'correct horse battery' }, 'test');
  await addPerson(product.deps, { name: 'ben', role: 'underwriter', password: 'correct horse battery' }, 'test');
  vi.stubEnv('HAKBANG_DESK_CODE', await codeFor(product, 'ana'));
  await desk('login', 'ana');
  const json = async (...args: string[]) => JSON.parse((await desk(...args, '--json')).out) as Record<string, unknown>;
  expect((await desk('queue', 'applications', '--who', 'free')).out).toContain(number);
  const { item } = (await json('next', 'applications')) as { item: { id: string; subject: string } };
  expect(item.subject).toBe(subject);
  expect((await desk('queue', 'applications', '--who', 'free')).out).toBe('Nothing waits.');
  expect((await desk('tag', item.id, '--add', 'callBack')).code).toBe(0);
  expect((await desk('note', item.id, 'Look at this, @ben.')).code).toBe(0);
  expect(await json('work', item.id)).toMatchObject({
    item: { tags: ['callBack'], claim: { isMe: true } },
    notes: [{ by: 'ana', answers: { text: 'Look at this, @ben.' } }],
  });
  expect((await desk('tag', item.id)).error).toBe('--add or --remove is missing.');
  expect((await desk('release', item.id)).code).toBe(0);
  expect((await desk('snooze', item.id, '--hours', '4', '--reason', 'waitsForCustomer')).code).toBe(0);
  expect((await desk('next', 'applications')).error).toBe('Refused: nothingWaits.');
  expect((await desk('wake', item.id)).code).toBe(0);
  expect(await json('claim', item.id)).toMatchObject({ item: { claim: { isMe: true } } });
  await product.close();
});

test('what a borrower typed cannot rewrite the terminal', () => {
  const evil = table([{ name: 'Anna\u001b[2J\nadmin  accepted\u202e' }]);
  expect(evil).toBe('name\nAnna·[2J·admin  accepted·');
});

test('reports a missing server', async () => {
  vi.stubEnv('HAKBANG_URL', 'http://127.0.0.1:1');
  vi.stubEnv('HAKBANG_DESK_CODE', '000000');
  expect(await desk('login', 'anna')).toMatchObject({ code: 1, error: expect.stringContaining('No answer from') as string });
});

test('D01 asks for a new code before an action on money, and repeats the action', async () => {
  await logIn('support');
  server.clock.advance(5 * 60);
  vi.stubEnv('HAKBANG_DESK_CODE', '000000');
  expect(await desk('cancel', 'none', '--reason', 'She asked us to')).toMatchObject({
    code: 1,
    error: expect.stringContaining('codeIncorrect') as string,
  });
  vi.stubEnv('HAKBANG_DESK_CODE', await codeFor(server, 'support'));
  expect(await desk('cancel', 'none', '--reason', 'She asked us to')).toMatchObject({ code: 1, error: 'Refused: notFound.' });
});
