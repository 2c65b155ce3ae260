import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, startProduct, upload, type ProductApp } from '../support/product.ts';

let server: ProductApp;
const begin = async () => journey(server, await newBorrower(server));
/** A borrower who has reached this step. */
async function borrowerAt(step: string): Promise<Journey> {
  const borrower = await begin();
  await borrower.walkTo(step);
  return borrower;
}
beforeAll(async () => {
  server = await startProduct();
});
afterAll(() => server.close());

describe('limits', () => {
  /** Sets how often the borrower did something in this hour. */
  const did = async ({ customerId }: Journey, what: string, count: number) => {
    const row = { scope: 'customer', key: `${what}:${customerId}`, window_start: server.clock.now(), count } as const;
    await server.deps.db.deleteFrom('login_counters').where('key', '=', row.key).execute();
    await server.deps.db.insertInto('login_counters').values(row).execute();
  };

  test('a customer saves at most 360 steps in an hour', async () => {
    const borrower = await borrowerAt('selfie');
    await did(borrower, 'saveStep', 359);
    const again = async (name: string) => ({ ...(await borrower.soundAnswers('personalBasic')), name });
    await borrower.save('personalBasic', await again('Marites'));
    const refused = await borrower.put('personalBasic', await again('Maria'));
    expect(refused.json()).toMatchObject({ status: 429, code: 'tooFrequent', params: { seconds: 3600 } });
    server.clock.advance(3600);
    expect((await borrower.put('personalBasic', await again('Maria'))).statusCode).not.toBe(429);
  });

  test('the provider compares at most 20 selfies in an hour', async () => {
    const borrower = await borrowerAt('selfie');
    const selfie = await borrower.soundAnswers('selfie');
    await did(borrower, 'faceMatch', 20);
    expect((await borrower.put('selfie', selfie)).json()).toMatchObject({ status: 429, code: 'tooFrequent' });
    await did(borrower, 'faceMatch', 19);
    await borrower.save('selfie', selfie);
  });
});

describe('order', () => {
  test('refuses a step beyond the position with 409 and the position', async () => {
    const borrower = await begin();
    const answer = await borrower.put('bank', await borrower.soundAnswers('bank'));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'outOfOrder', position: { number: 1, step: { id: 'identity' } } });
  });

  test('refuses the review while something is missing', async () => {
    const borrower = await borrowerAt('selfie');
    expect((await borrower.put('review', {})).json()).toMatchObject({ code: 'outOfOrder', position: { step: { id: 'selfie' } } });
  });

  test('accepts a completed step again and asks for the review again', async () => {
    const borrower = await borrowerAt('review');
    await borrower.save('review', {});
    expect(borrower.snapshot.position.complete).toBe(true);
    await borrower.save('personalBasic', { ...(await borrower.soundAnswers('personalBasic')), name: 'Marites' });
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'review', status: 'unconfirmed' });
  });

  test('refuses a step that the flow does not have', async () => {
    const borrower = await begin();
    expect((await borrower.put('nowhere', {})).statusCode).toBe(404);
  });

  test('refuses answers in a review', async () => {
    const borrower = await borrowerAt('review');
    expect((await borrower.put('review', { limitCents: 1 })).json()).toMatchObject({
      code: 'invalidAnswers',
      problems: [{ path: '/limitCents' }],
    });
  });
});

describe('concurrent requests', () => {
  test('refuses a save based on an older revision and returns the position', async () => {
    const borrower = await borrowerAt('personalMore');
    const answer = await borrower.put('personalBasic', await borrower.soundAnswers('personalBasic'), { revision: 1 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'conflict', position: { step: { id: 'personalMore' } }, params: { revision: 2 } });
  });

  test('exactly one of many parallel saves wins', async () => {
    const borrower = await borrowerAt('personalMore');
    const sound = await borrower.soundAnswers('personalMore');
    const answers = await Promise.all(Array.from({ length: 12 }, () => borrower.put('personalMore', sound)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(11).fill(409)]);
    expect((await borrower.get()).revision).toBe(3);
  });

  test('exactly one of many parallel first saves wins', async () => {
    const borrower = await begin();
    const sound = await borrower.soundAnswers('identity');
    const answers = await Promise.all(Array.from({ length: 6 }, () => borrower.put('identity', sound)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5);
  });

  test('requires the revision', async () => {
    const borrower = await begin();
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/api/flows/onboarding/steps/identity',
      payload: { release: borrower.snapshot.release, answers: {} },
      headers: borrower.headers,
    });
    expect(answer.json()).toMatchObject({ status: 400, code: 'badRequest', problems: [{ path: '/if-match' }] });
  });
});

describe('idempotency', () => {
  const key = 'retry-0123456789';

  test('answers a retry with the stored answer, even after the revision changed', async () => {
    const borrower = await borrowerAt('personalMore');
    const sound = await borrower.soundAnswers('personalMore');
    const first = await borrower.put('personalMore', sound, { key });
    const again = await borrower.put('personalMore', sound, { key });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
  });

  test('refuses the same key with another body', async () => {
    const borrower = await borrowerAt('personalMore');
    const sound = await borrower.soundAnswers('personalMore');
    await borrower.put('personalMore', sound, { key });
    const other = await borrower.put('personalMore', { ...sound, loanPurpose: 'rent' }, { key });
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotencyMismatch' });
  });

  test('does the work once for parallel requests', async () => {
    const borrower = await borrowerAt('personalMore');
    const sound = await borrower.soundAnswers('personalMore');
    const answers = await Promise.all(Array.from({ length: 8 }, () => borrower.put('personalMore', sound, { key })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
    expect((await borrower.get()).revision).toBe(3);
  });

  test('does not store a refusal, so the key can be reused after a correction', async () => {
    const borrower = await borrowerAt('personalMore');
    const sound = await borrower.soundAnswers('personalMore');
    expect((await borrower.put('personalMore', { ...sound, loanPurpose: 'mischief' }, { key })).statusCode).toBe(422);
    expect((await borrower.put('personalMore', sound, { key })).statusCode).toBe(200);
  });

  test('refuses an invalid key', async () => {
    const borrower = await begin();
    expect((await borrower.put('identity', {}, { key: 'short' })).statusCode).toBe(400);
  });
});

describe('sensitive answers', () => {
  test('are returned to their owner unchanged, except secrets, which are masked', async () => {
    const borrower = await borrowerAt('review');
    const body = JSON.stringify(await borrower.get());
    for (const own of ['001234567890', '1994-06-12', '9181234567']) expect(body).toContain(own);
    expect(body).not.toContain('CRN011123456789');
    expect(borrower.snapshot.masked).toEqual({ identity: { idNumber: '••••' } });
    expect(borrower.snapshot.answers['identity']).not.toHaveProperty('idNumber');
  });

  test('are nowhere in the database in plain text', async () => {
    const borrower = await borrowerAt('review');
    const key = 'save-0123456789';
    const first = await borrower.put('review', {}, { key });
    expect(first.statusCode).toBe(200);
    expect((await borrower.put('review', {}, { key })).json()).toEqual(first.json());
    await borrower.submit('submit-0123456789');
    const { db } = server.deps;
    const tables = ['flow_states', 'idempotency_keys', 'submitted_numbers', 'applications', 'application_events'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const dump = JSON.stringify(rows);
    for (const secret of ['CRN011123456789', '001234567890', '1994-06-12', '9181234567', 'Luz Santos']) expect(dump).not.toContain(secret);
    expect(dump).toContain('Sari-Sari Supply Co.');
  });

  test('are kept when unchanged, without asking for the confirmation again', async () => {
    const borrower = await borrowerAt('selfie');
    await borrower.save('bank', { payoutMethod: 'bank', bankName: 'bpi' }, ['account']);
    expect(borrower.snapshot.answers['bank']).toEqual({ payoutMethod: 'bank', bankName: 'bpi', account: '001234567890' });
  });

  test('V10 need the confirmation when typed again', async () => {
    const borrower = await borrowerAt('selfie');
    const answer = await borrower.put('bank', { payoutMethod: 'bank', bankName: 'bdo', account: '009999999999' }, { kept: ['account'] });
    expect(answer.json()).toMatchObject({ status: 422, problems: [{ code: 'required', path: '/accountConfirmation' }] });
  });

  test('cannot be kept if they were never stored', async () => {
    const borrower = await borrowerAt('bank');
    const answer = await borrower.put('bank', { payoutMethod: 'bank', bankName: 'bdo' }, { kept: ['account', 'accountConfirmation'] });
    expect(answer.json()).toMatchObject({ status: 422, problems: [{ path: '/account' }, { path: '/accountConfirmation' }] });
  });

  test('a confirmation is never stored', async () => {
    const borrower = await borrowerAt('selfie');
    expect(JSON.stringify(borrower.snapshot)).not.toContain('accountConfirmation');
  });
});

describe('F09 the place of an address', () => {
  const cebu = { province: { code: '022', name: 'Cebu' }, city: { code: '30600', name: 'Cebu City' } };
  const lahug = { code: '30600041', name: 'Lahug' };
  test.each([
    ['another name for a code', { ...cebu, district: { ...lahug, name: 'Forbes Park' } }],
    ['a barangay of another city', { ...cebu, city: { code: '31100', name: 'Lapu-Lapu City' }, district: lahug }],
    ['a code that no place has', { ...cebu, district: { code: '30600999', name: 'Lahug' } }],
  ])('is refused at its field: %s', async (_what, place) => {
    const borrower = await borrowerAt('address');
    const answer = await borrower.put('address', { ...(await borrower.soundAnswers('address')), place });
    expect(answer.json()).toMatchObject({ status: 422, problems: [{ code: 'unknownPlace', path: '/place' }] });
    expect((await borrower.put('address', await borrower.soundAnswers('address'))).statusCode).toBe(200);
  });
});

describe('an answer that does not apply', () => {
  test('is dropped at Next, even if encrypted', async () => {
    const borrower = await borrowerAt('selfie');
    await borrower.save('bank', {
      payoutMethod: 'wallet',
      walletProvider: 'gcash',
      wallet: '09171234567',
      bankName: 'bdo',
      account: '001234567890',
    });
    expect(borrower.snapshot.answers['bank']).toEqual({ payoutMethod: 'wallet', walletProvider: 'gcash', wallet: '09171234567' });
  });
});

describe('photos', () => {
  test("S33 another borrower's photo, or one taken for something else, is no answer", async () => {
    const [borrower, other] = [await begin(), await begin()];
    const sound = await borrower.soundAnswers('identity');
    const foreign = (await upload(server, other, 'idPhoto')).json<{ fileId: string }>().fileId;
    const wrongPurpose = (await upload(server, borrower, 'selfie')).json<{ fileId: string }>().fileId;
    for (const idPhoto of [foreign, wrongPurpose]) {
      const answer = await borrower.put('identity', { ...sound, idPhoto });
      expect(answer.json()).toMatchObject({ status: 422, problems: [{ code: 'required', path: '/idPhoto' }] });
    }
  });
});

describe('the face check', () => {
  const faces = () => (server.deps.ports.faceMatch as FaceMatchSandbox).faces;

  test('E07 refuses a selfie of somebody else and allows a retry', async () => {
    const borrower = await borrowerAt('selfie');
    faces().order('noMatch');
    const sound = await borrower.soundAnswers('selfie');
    expect((await borrower.put('selfie', sound)).json()).toMatchObject({ status: 422, code: 'faceFailed' });
    await borrower.save('selfie', sound);
    expect(borrower.snapshot.facts).toEqual({ faceMatched: true });
  });

  test('runs again when the ID photo changes and sends back to the selfie on failure', async () => {
    const borrower = await borrowerAt('review');
    faces().order('noMatch');
    await borrower.save('identity', await borrower.soundAnswers('identity'));
    expect(borrower.snapshot.facts).toEqual({});
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'selfie', status: 'unconfirmed' });
    await borrower.save('selfie', {}, ['photo']);
    expect(borrower.snapshot.position.step).toMatchObject({ id: 'review' });
  });

  test('does not run when another field of the form changes', async () => {
    const borrower = await borrowerAt('review');
    faces().order('noMatch');
    const { firstName: _, ...rest } = borrower.snapshot.answers['identity'] ?? {};
    await borrower.save('identity', { ...rest, firstName: 'Marites' }, ['idNumber', 'idPhoto']);
    expect(faces().pending).toHaveLength(1);
    faces().clear();
  });
});

describe('hostile bodies', () => {
  test.each([
    ['a prototype', '{"release":"x","answers":{"__proto__":{"admin":true}}}'],
    ['a constructor', '{"release":"x","answers":{"constructor":{"prototype":{"admin":true}}}}'],
    ['another customer', '{"release":"x","answers":{},"customerId":"somebody"}'],
    ['deep nesting', `{"release":"x","answers":{"name":${'['.repeat(5000)}${']'.repeat(5000)}}}`],
    ['a long text', `{"release":"x","answers":{"name":"${'a'.repeat(1_000_000)}"}}`],
    ['half a character', '{"release":"x","answers":{"name":"\\ud800"}}'],
    ['a zero character', '{"release":"x","answers":{"name":"a\\u0000"}}'],
    ['an array of answers', '{"release":"x","answers":[]}'],
    ['no JSON', '{'],
  ])('%s is refused with 4xx', async (_, payload) => {
    const borrower = await begin();
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/api/flows/onboarding/steps/identity',
      payload,
      headers: { ...borrower.headers, 'content-type': 'application/json', 'if-match': '"0"' },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('N08 without a session', () => {
  test.each([
    'GET /api/flows/onboarding',
    'PUT /api/flows/onboarding/steps/identity',
    'POST /api/files',
    'GET /api/files/some-file-id',
    'POST /api/applications',
    'GET /api/applications/current',
  ])('%s answers 401', async (call) => {
    const [method = 'GET', url = ''] = call.split(' ');
    const answer = await server.app.inject({ method: method as 'GET', url, ...(method === 'GET' ? {} : { payload: {} }) });
    expect(answer.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  });
});
