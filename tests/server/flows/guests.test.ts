import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { platformOperations } from '../../../server/contract/platformOperations.ts';
import { auditRows } from '../support/auditRows.ts';
import { claimOf, incident, policy, putStep, startClaims, statement } from '../support/claims.ts';
import { codeSentTo, logIn, post, wrongCode, type LoggedIn } from '../support/login.ts';
import type { ProductApp } from '../support/product.ts';
import { readSources } from '../../../engine/cli/sources.ts';
import { enqueueTicks } from '../../../server/platform/jobs/ticks.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startClaims()));
afterAll(() => server.close());
beforeEach(async () => {
  // All requests come from one address, whose limits are tested elsewhere.
  await server.deps.db.deleteFrom('login_counters').execute();
});

let number = 9_185_550_000;
const freshNumber = () => String((number += 2500));
const base = '/api/flows/claim/steps/witness/invitation';

const customers = async () => (await server.deps.db.selectFrom('customers').select('id').execute()).length;

interface Asking {
  owner: LoggedIn;
  /** The guest's number. */
  phone: string;
}

/** An owner whose claim waits for a witness. */
async function asking(phone = freshNumber()): Promise<Asking> {
  const owner = await logIn(server, freshNumber());
  await putStep(server, owner.headers, 'policy', policy);
  const saved = await putStep(server, owner.headers, 'incident', { ...incident, witnessPhone: phone });
  expect(saved.json()).toMatchObject({ position: { step: { id: 'witness', status: 'waiting' } } });
  return { owner, phone };
}

const get = async ({ owner }: Asking) => (await server.app.inject({ url: base, headers: owner.headers })).json<Record<string, string>>();
const send = ({ owner }: Asking, key?: string) =>
  post(server, base, {}, { ...owner.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) });
const tokenIn = (text: string) => /\/invited\/([\w-]{43})/.exec(text)?.[1] ?? '';
const linkIn = (phone: string) =>
  tokenIn(server.sms.outbox.find(({ to, text }) => to.endsWith(phone) && text.includes('/invited/'))?.text ?? '');

async function invite(who: Asking): Promise<string> {
  expect((await send(who)).json()).toMatchObject({ state: 'sent', name: 'Ben Santos' });
  return linkIn(who.phone);
}
const open = async (token: string) => (await server.app.inject({ url: `/api/invitations/${token}` })).json<Record<string, string>>();
const requestCode = (token: string) => post(server, '/api/invitations/codes', { token, privacyAccepted: true });
const verify = (token: string, challengeId: string, code: string) =>
  post(server, '/api/invitations/sessions', { token, challengeId, code });

/** Headers of a guest who verified the number. */
async function guestOf(token: string, phone: string): Promise<Record<string, string>> {
  const { challengeId } = (await requestCode(token)).json<{ challengeId: string }>();
  const answer = await verify(token, challengeId, codeSentTo(server, phone));
  expect(answer.statusCode).toBe(200);
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cookie, 'x-hakbang-token': answer.json<{ token: string }>().token };
}

describe('R10 the owner', () => {
  test('invites the guest by SMS, and only the hash of the link is stored', async () => {
    const who = await asking();
    expect(await get(who)).toMatchObject({ state: 'none' });
    const token = await invite(who);
    expect(token).toHaveLength(43);
    const rows = await server.deps.db.selectFrom('invitations').selectAll().execute();
    const jobs = await server.deps.db.selectFrom('jobs').selectAll().execute();
    expect(JSON.stringify([rows, jobs, server.log])).not.toContain(token);
    expect(JSON.stringify([rows, jobs])).not.toContain(who.phone);
  });

  test('sends the link again without ending the session of the guest or the link that works', async () => {
    const who = await asking();
    const first = await invite(who);
    const guest = await guestOf(first, who.phone);
    const flow = async () => (await server.app.inject({ url: '/api/flows/claim', headers: guest })).statusCode;

    server.sms.failNext(1);
    expect((await send(who)).json()).toMatchObject({ code: 'unavailable' });
    expect([await open(first), await get(who), await flow()]).toMatchObject([{ state: 'open' }, { state: 'opened' }, 200]);

    let whileSending: unknown[] = [];
    const deliver = server.sms.send.bind(server.sms);
    vi.spyOn(server.deps.ports.sms, 'send').mockImplementationOnce(async (message) => {
      whileSending = [await open(first), await open(tokenIn(message.text)), await flow()];
      await deliver(message);
    });
    expect((await send(who)).json()).toMatchObject({ state: 'opened' });
    expect(whileSending).toMatchObject([{ state: 'open' }, { state: 'open' }, 200]);
    const second = linkIn(who.phone);
    expect(second).not.toBe(first);
    expect([await open(first), await open(second), await flow()]).toMatchObject([{ state: 'gone' }, { state: 'open' }, 200]);
    expect((await putStep(server, guest, 'witness', statement)).statusCode).toBe(200);
    expect(await open(second)).toEqual({ state: 'done' });
  });

  test('gets no half-made invitation when the gateway refuses the first SMS', async () => {
    const who = await asking();
    server.sms.failNext(1);
    expect((await send(who, 'invitation-key-0002')).json()).toMatchObject({ code: 'unavailable' });
    expect((await get(who))['state']).toBe('none');
    expect((await send(who, 'invitation-key-0002')).json()).toMatchObject({ state: 'sent' });
    expect(await open(linkIn(who.phone))).toMatchObject({ state: 'open' });
  });

  test('cannot answer for the guest', async () => {
    const { owner } = await asking();
    expect((await putStep(server, owner.headers, 'witness', statement)).json()).toMatchObject({ code: 'outOfOrder' });
  });

  test('never gets the sensitive answers of the guest', async () => {
    const who = await asking();
    const guest = await guestOf(await invite(who), who.phone);
    expect((await putStep(server, guest, 'witness', statement)).statusCode).toBe(200);
    const snapshot = await claimOf(server, who.owner.headers);
    expect(snapshot.answers['witness']).toEqual({ relation: 'neighbour', truthful: true });
    expect(snapshot.masked['witness']).toEqual({ statement: '•••' });
    expect(snapshot.position.step?.id).toBe('items');
    const reveal = await post(server, '/api/flows/claim/reveals', { form: 'witness', field: 'statement' }, who.owner.headers);
    expect(reveal.statusCode).toBe(404);
    const stored = await server.deps.db.selectFrom('flow_states').selectAll().where('customer_id', '=', who.owner.customerId).execute();
    expect(JSON.stringify(stored)).not.toContain(statement.statement);
  });

  test('sends an invitation three times to a number in a day, whoever asks, and a retry sends nothing', async () => {
    const who = await asking();
    const first = await send(who, 'invitation-key-0001');
    expect((await send(who, 'invitation-key-0001')).json()).toEqual(first.json());
    expect(server.sms.outbox.filter(({ to }) => to.endsWith(who.phone))).toHaveLength(1);
    const tokens = [linkIn(who.phone)];
    for (const _ of [2, 3]) tokens.push(await invite(who));
    expect((await send(who)).json()).toMatchObject({ code: 'tooFrequent' });
    expect((await Promise.all(tokens.map(open))).map(({ state }) => state)).toEqual(['gone', 'gone', 'open']);
    const other = await asking(who.phone);
    expect((await send(other)).json()).toMatchObject({ code: 'tooFrequent' });
  });

  test('ends the link by withdrawing it, and by changing the number', async () => {
    const who = await asking();
    const first = await invite(who);
    await server.app.inject({ method: 'DELETE', url: base, headers: who.owner.headers });
    expect([await open(first), await get(who)]).toMatchObject([{ state: 'gone' }, { state: 'none' }]);
    const second = await invite(who);
    const guest = await guestOf(second, who.phone);
    await putStep(server, who.owner.headers, 'incident', { ...incident, witnessPhone: freshNumber() });
    expect(await open(second)).toEqual({ state: 'gone' });
    expect((await server.app.inject({ url: '/api/flows/claim', headers: guest })).json()).toMatchObject({ code: 'guestEnded' });
  });

  test('loses the answers of a guest whose name changes, and the link with them', async () => {
    const who = await asking();
    const token = await invite(who);
    await putStep(server, await guestOf(token, who.phone), 'witness', statement);
    await putStep(server, who.owner.headers, 'incident', { ...incident, witnessPhone: who.phone, witnessName: 'Carla Reyes' });
    const { position, answers } = await claimOf(server, who.owner.headers);
    expect([position.step?.status, answers['witness']]).toEqual(['waiting', undefined]);
    expect([await open(token), await get(who)]).toMatchObject([{ state: 'gone' }, { state: 'none', name: 'Carla Reyes' }]);
  });

  test('loses the answers of a guest whom another one replaces', async () => {
    const who = await asking();
    const guest = await guestOf(await invite(who), who.phone);
    await putStep(server, guest, 'witness', statement);
    const next = { ...who, phone: freshNumber() };
    await putStep(server, who.owner.headers, 'incident', { ...incident, witnessPhone: next.phone });
    const { position, answers } = await claimOf(server, who.owner.headers);
    expect([position.step?.status, answers['witness']]).toEqual(['waiting', undefined]);
    const another = await guestOf(await invite(next), next.phone);
    expect((await claimOf(server, another)).answers).toEqual({});
  });
});

describe('R10 the guest', () => {
  test('reads nothing of the customer but who asks', async () => {
    const who = await asking();
    const token = await invite(who);
    const seen = [await open(token), await claimOf(server, await guestOf(token, who.phone))];
    expect(seen).toMatchObject([
      { state: 'open', from: 'Ana Cruz' },
      { answers: {}, facts: {}, position: { total: 1, path: [{ id: 'witness' }] } },
    ]);
    for (const secret of [policy.number, policy.email, incident.story, who.phone, who.owner.customerId])
      expect(JSON.stringify(seen)).not.toContain(secret);
  });

  test('may call only the operations for guests, and only for the one step', async () => {
    const who = await asking();
    const guest = await guestOf(await invite(who), who.phone);
    const closed = Object.values({ ...server.deps.product.operations }).filter(({ noCheck, guests }) => !noCheck && !guests);
    expect(closed.length).toBeGreaterThan(15);
    for (const { method, path } of closed) {
      const url = path.replaceAll(/:\w+/g, 'claim');
      const answer = await server.app.inject({ method, url, headers: guest, ...(method === 'GET' ? {} : { payload: {} }) });
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 401, 'unauthenticated']);
    }
    expect((await putStep(server, guest, 'policy', policy)).json()).toMatchObject({ code: 'unauthenticated' });
    expect((await server.app.inject({ url: '/api/flows/other', headers: guest })).json()).toMatchObject({ code: 'unauthenticated' });
    expect(
      Object.values(platformOperations)
        .filter((operation) => 'guests' in operation)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['flows.carryOver', 'flows.get', 'flows.saveStep']);
  });

  test('proves the number with a code that is no login, under its limits', async () => {
    const who = await asking();
    const token = await invite(who);
    expect((await post(server, '/api/invitations/codes', { token })).json()).toMatchObject({ code: 'privacyNotAccepted' });
    const known = await customers();
    const { challengeId } = (await requestCode(token)).json<{ challengeId: string }>();
    expect((await requestCode(token)).json()).toMatchObject({ code: 'tooFrequent' });
    const code = codeSentTo(server, who.phone);
    expect((await post(server, '/api/auth/sessions', { challengeId, code })).json()).toMatchObject({ code: 'codeIncorrect' });
    const elsewhere = await invite(await asking());
    expect((await verify(elsewhere, challengeId, code)).json()).toMatchObject({ code: 'codeIncorrect' });
    for (const remaining of [2, 1, 0])
      expect((await verify(token, challengeId, wrongCode(code))).json()).toMatchObject({ code: 'codeIncorrect', params: { remaining } });
    expect((await verify(token, challengeId, code)).json()).toMatchObject({ code: 'codeIncorrect' });
    server.clock.advance(61);
    expect((await requestCode(token)).json()).toMatchObject({ code: 'imageCodeRequired' });
    await server.deps.db.updateTable('login_numbers').set({ failures: 0 }).execute();
    await guestOf(token, who.phone);
    // Its two owners are the only customers.
    expect(await customers()).toBe(known + 1);
  });

  test('sends the answers once; the owner hears of it, and the link says so', async () => {
    const who = await asking();
    const token = await invite(who);
    const guest = await guestOf(token, who.phone);
    expect((await get(who))['state']).toBe('opened');
    expect((await putStep(server, guest, 'witness', { ...statement, statement: 'short' })).json()).toMatchObject({
      code: 'invalidAnswers',
    });
    const saved = await putStep(server, guest, 'witness', statement);
    expect(saved.json()).toMatchObject({ position: { complete: true }, snapshot: { closed: true } });
    expect(JSON.stringify(saved.json())).not.toContain(policy.number);
    expect((await putStep(server, guest, 'witness', statement)).json()).toMatchObject({ code: 'alreadySent' });
    expect([await open(token), await get(who)]).toMatchObject([{ state: 'done' }, { state: 'done' }]);
    server.clock.set(new Date('2026-03-11T04:00:00Z'));
    await runDueJobs(server.deps);
    expect(server.sms.outbox.find(({ to }) => to.endsWith(who.owner.phone))?.text).toContain('your witness has sent the statement');
    const actions = await auditRows(server.deps.db).select('action').where('subject', '=', `customer:${who.owner.customerId}`).execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['invitation.sent', 'invitation.opened', 'invitation.done']),
    );
  });

  test('can decline without a login; the link ends, and the number is not asked again', async () => {
    const who = await asking();
    const token = await invite(who);
    expect((await post(server, '/api/invitations/refusals', { token })).statusCode).toBe(200);
    expect([await open(token), await get(who)]).toMatchObject([{ state: 'gone' }, { state: 'declined' }]);
    expect((await requestCode(token)).json()).toMatchObject({ code: 'linkGone' });
    expect((await send(who)).json()).toMatchObject({ code: 'noGuest' });
  });

  test('stays refused when the owner withdraws the request, or changes the number and back', async () => {
    const who = await asking();
    await post(server, '/api/invitations/refusals', { token: await invite(who) });
    await server.app.inject({ method: 'DELETE', url: base, headers: who.owner.headers });
    expect((await send(who)).json()).toMatchObject({ code: 'noGuest' });
    for (const witnessPhone of [freshNumber(), who.phone])
      await putStep(server, who.owner.headers, 'incident', { ...incident, witnessPhone });
    expect((await send(who)).json()).toMatchObject({ code: 'noGuest' });
  });

  test('goes to another number with the same idempotency key, and names its sender without an address', async () => {
    const who = await asking();
    await putStep(server, who.owner.headers, 'policy', { ...policy, holder: 'Ana. Verify at evil-help.ph' });
    expect((await send(who, 'one-key-for-both')).json()).toMatchObject({ state: 'sent' });
    const other = { ...who, phone: freshNumber() };
    await putStep(server, who.owner.headers, 'incident', { ...incident, witnessPhone: other.phone });
    expect((await send(other, 'one-key-for-both')).json()).toMatchObject({ state: 'sent' });
    const text = server.sms.outbox.find(({ to }) => to.endsWith(other.phone))?.text ?? '';
    expect(text).toContain('Ana Verify at evil-help ph');
    expect(text).not.toContain('evil-help.ph');
  });

  test('logs out with cookie and token, which ends no other session', async () => {
    const who = await asking();
    const token = await invite(who);
    const guest = await guestOf(token, who.phone);
    await server.deps.db.updateTable('login_numbers').set({ last_sent_at: null }).execute();
    const second = await guestOf(token, who.phone);
    const leave = (headers: Record<string, string>) => server.app.inject({ method: 'DELETE', url: '/api/invitations/session', headers });
    const sees = async (headers: Record<string, string>) => (await server.app.inject({ url: '/api/flows/claim', headers })).statusCode;

    expect((await leave({ cookie: guest['cookie'] ?? '' })).statusCode).toBe(200);
    expect((await leave(who.owner.headers)).cookies).toEqual([]);
    expect([await sees(guest), await sees(who.owner.headers)]).toEqual([200, 200]);

    const left = await leave(guest);
    expect(left.cookies).toMatchObject([{ name: 'session', value: '' }]);
    expect([await sees(guest), await sees(second)]).toEqual([401, 200]);
    expect(await open(token)).toMatchObject({ state: 'open' });
    expect((await leave(guest)).statusCode).toBe(200);
  });

  test('comes too late after the days of the flow', async () => {
    const who = await asking();
    const token = await invite(who);
    server.clock.advance(7 * 86_400);
    expect([await open(token), (await requestCode(token)).json()]).toMatchObject([{ state: 'gone' }, { code: 'linkGone' }]);
  });
});

test('R10 of a save by the guest and one by the owner at the same revision, one wins and neither is lost', async () => {
  const who = await asking();
  const guest = await guestOf(await invite(who), who.phone);
  const { revision } = await claimOf(server, guest);
  const changed = { ...policy, email: 'new@mail.ph' };
  const both = await Promise.all([
    putStep(server, guest, 'witness', statement, revision),
    putStep(server, who.owner.headers, 'policy', changed, revision),
  ]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [byGuest, byOwner] = both;
  expect(JSON.stringify(byGuest.json())).not.toContain(policy.number);
  if (byGuest.statusCode === 409) await putStep(server, guest, 'witness', statement);
  if (byOwner.statusCode === 409) await putStep(server, who.owner.headers, 'policy', changed);
  const { answers } = await claimOf(server, who.owner.headers);
  expect(answers).toMatchObject({ policy: { email: 'new@mail.ph' }, witness: { relation: 'neighbour' } });
});

test('R10 an answer of a guest that is sent back needs a new invitation, and only the marked field can change', async () => {
  const who = await asking();
  await putStep(server, await guestOf(await invite(who), who.phone), 'witness', statement);
  const corrections = JSON.stringify([{ form: 'witness', field: 'statement', reason: 'other' }]);
  await server.deps.db.updateTable('flow_states').set({ corrections }).where('customer_id', '=', who.owner.customerId).execute();
  expect((await claimOf(server, who.owner.headers)).position.step).toMatchObject({ id: 'witness', status: 'sentBack' });
  expect(await get(who)).toMatchObject({ state: 'none' });
  server.clock.advance(61);
  const guest = await guestOf(await invite(who), who.phone);
  expect((await claimOf(server, guest)).corrections).toMatchObject([{ field: 'statement' }]);
  const locked = await putStep(server, guest, 'witness', { ...statement, relation: 'family' });
  expect(locked.json()).toMatchObject({ problems: [{ code: 'locked', path: '/relation' }] });
  expect((await putStep(server, guest, 'witness', { statement: 'I saw the car hit the gate twice.' })).statusCode).toBe(200);
  expect((await claimOf(server, who.owner.headers)).position.step?.id).not.toBe('witness');
});

/** A claim in which only the guest's statement was sent back. */
async function statementSentBack(): Promise<Asking> {
  const who = await asking();
  await putStep(server, await guestOf(await invite(who), who.phone), 'witness', statement);
  const corrections = JSON.stringify([{ form: 'witness', field: 'statement', reason: 'other' }]);
  await server.deps.db.updateTable('flow_states').set({ corrections }).where('customer_id', '=', who.owner.customerId).execute();
  server.clock.advance(61);
  return who;
}

const incidentOf = async ({ owner }: Asking) => (await claimOf(server, owner.headers)).position.path.find(({ id }) => id === 'incident');

async function namesSomebodyElse(who: Asking): Promise<void> {
  const changed = { ...incident, witnessPhone: who.phone, story: `${incident.story} More.` };
  expect((await putStep(server, who.owner.headers, 'incident', changed)).json()).toMatchObject({
    problems: [{ code: 'locked', path: '/story' }],
  });
  const next = { ...who, phone: freshNumber() };
  const named = { ...incident, witnessName: 'Carla Reyes', witnessPhone: next.phone };
  expect((await putStep(server, who.owner.headers, 'incident', named)).json()).toMatchObject({
    position: { step: { id: 'witness', status: 'waiting' } },
  });
  expect((await send(next)).json()).toMatchObject({ state: 'sent', name: 'Carla Reyes' });
  expect((await putStep(server, await guestOf(linkIn(next.phone), next.phone), 'witness', statement)).statusCode).toBe(200);
  const { position, corrections } = await claimOf(server, who.owner.headers);
  expect([position.path.find(({ id }) => id === 'witness')?.status, corrections.every(({ given }) => given)]).toEqual(['done', true]);
}

describe('R10 when only the answer of the guest was sent back, the owner may name somebody else', () => {
  test('after the guest declines', async () => {
    const who = await statementSentBack();
    const token = await invite(who);
    expect((await incidentOf(who))?.open).toBe(false);
    expect((await post(server, '/api/invitations/refusals', { token })).statusCode).toBe(200);
    expect(await incidentOf(who)).toMatchObject({ open: true, status: 'done' });
    await namesSomebodyElse(who);
  });

  test('after the guest declined the request of another customer', async () => {
    const who = await statementSentBack();
    await post(server, '/api/invitations/refusals', { token: await invite(await asking(who.phone)) });
    for (const _ of [1, 2]) {
      await server.deps.db.deleteFrom('login_counters').execute();
      expect((await send(who)).json()).toMatchObject({ code: 'noGuest' });
    }
    expect((await claimOf(server, who.owner.headers)).corrections.filter(({ field }) => field === 'witnessPhone')).toHaveLength(1);
    await namesSomebodyElse(who);
  });
});

test('R10 deleting the customer ends the invitation and the session of the guest', async () => {
  const who = await asking();
  const token = await invite(who);
  const guest = await guestOf(token, who.phone);
  await server.deps.db.transaction().execute(async (tx) => {
    for (const { erase } of server.deps.areas) await erase?.({ tx, deps: server.deps, customerId: who.owner.customerId, keepPurposes: [] });
  });
  expect(await open(token)).toEqual({ state: 'gone' });
  expect((await server.app.inject({ url: '/api/flows/claim', headers: guest })).json()).toMatchObject({ code: 'unauthenticated' });
  expect(
    await server.deps.db
      .selectFrom('guest_sessions')
      .selectAll()
      .where('invitation_id', 'not in', server.deps.db.selectFrom('invitations').select('id'))
      .execute(),
  ).toEqual([]);
});

test('R10 a new release in the meantime: the guest gets the screen that fits the answers, and the migrations of a draft', async () => {
  const who = await asking();
  const guest = await guestOf(await invite(who), who.phone);
  const { release } = await claimOf(server, guest);
  const files = readSources('examples/claim').map((file) =>
    file.path === 'schemas/forms/witness.schema.json' ? { ...file, text: file.text.replace('"maxLength": 500', '"maxLength": 900') } : file,
  );
  await server.publish(files);
  const screen = await server.app.inject({ url: '/api/screens?path=/witnessStatement', headers: guest });
  expect(screen.json()).toMatchObject({ release });
  expect(server.deps.releases.active().hash).not.toBe(release);
  const carried = await server.app.inject({ url: `/api/flows/claim/carry-over?from=${release}`, headers: guest });
  expect([carried.statusCode, carried.json()]).toEqual([200, { release, steps: [], migrations: [] }]);
});

test('R10 a number whose holder declined is asked by nobody for 180 days, and trying numbers is limited', async () => {
  const who = await asking();
  await post(server, '/api/invitations/refusals', { token: await invite(who) });
  const other = await asking(who.phone);
  const requests = () => server.sms.outbox.filter(({ to }) => to.endsWith(who.phone)).length;
  const before = requests();
  await server.deps.db.deleteFrom('login_counters').execute();
  for (const _ of [1, 2, 3]) expect((await send(other)).json()).toMatchObject({ code: 'noGuest' });
  expect((await send(other)).json()).toMatchObject({ code: 'tooFrequent' });
  expect([requests(), (await get(other))['state']]).toEqual([before, 'none']);
  const refusals = () => server.deps.db.selectFrom('guest_refusals').selectAll().execute();
  expect(JSON.stringify(await refusals())).not.toContain(who.phone);

  const daysPass = async (days: number) => {
    server.clock.advance(days * 86_400);
    await enqueueTicks(server.deps);
    await runDueJobs(server.deps);
    other.owner = await logIn(server, other.owner.phone);
  };
  await daysPass(179);
  expect((await send(other)).json()).toMatchObject({ code: 'noGuest' });
  await daysPass(1);
  expect((await send(other)).json()).toMatchObject({ state: 'sent' });
  expect(await refusals()).toEqual([]);
});

test('R10 a refusal at the moment of another request is not missed', async () => {
  const who = await asking();
  const token = await invite(who);
  const other = await asking(who.phone);
  const [, sent] = await Promise.all([post(server, '/api/invitations/refusals', { token }), send(other)]);
  const refused = sent.json<{ code?: string }>().code === 'noGuest';
  const row = await server.deps.db.selectFrom('invitations').select('id').where('customer_id', '=', other.owner.customerId).execute();
  expect(row).toHaveLength(refused ? 0 : 1);
  expect((await send(other)).json()).toMatchObject({ code: 'noGuest' });
});

test('R10 the numbers of invitations that ended are purged within the hour, and the invitations a day later', async () => {
  const hourPasses = async (hours = 1) => {
    server.clock.advance(hours * 3600);
    await enqueueTicks(server.deps);
    await runDueJobs(server.deps);
  };
  const rowOf = async ({ owner }: Asking) =>
    server.deps.db
      .selectFrom('invitations')
      .select(['phone_sealed', 'ended_at'])
      .where('customer_id', '=', owner.customerId)
      .executeTakeFirst();
  const [waiting, answered, declined, withdrawn] = [await asking(), await asking(), await asking(), await asking()];
  const link = await invite(waiting);
  await putStep(server, await guestOf(await invite(answered), answered.phone), 'witness', statement);
  await post(server, '/api/invitations/refusals', { token: await invite(declined) });
  await invite(withdrawn);
  await server.app.inject({ method: 'DELETE', url: base, headers: withdrawn.owner.headers });

  await hourPasses();
  expect((await rowOf(waiting))?.phone_sealed).not.toBe('');
  for (const ended of [answered, declined, withdrawn]) expect((await rowOf(ended))?.phone_sealed).toBe('');
  await hourPasses(24);
  expect(await rowOf(withdrawn)).toBeUndefined();
  expect([await open(link), await rowOf(answered)]).toMatchObject([{ state: 'open' }, { phone_sealed: '' }]);
  await hourPasses(7 * 24);
  expect([await open(link), await rowOf(waiting)]).toMatchObject([{ state: 'gone' }, { phone_sealed: '' }]);
  waiting.owner = await logIn(server, waiting.owner.phone);
  expect(await get(waiting)).toMatchObject({ state: 'expired' });
  expect((await send(waiting)).json()).toMatchObject({ state: 'sent' });
});
