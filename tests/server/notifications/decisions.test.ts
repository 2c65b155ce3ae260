import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import type { View } from '../../../server/product/application/view.ts';
import type { FaceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';
import { journey, type Journey } from '../support/journey.ts';
import { newBorrower, startProduct, upload, type ProductApp, freshPhoto } from '../support/product.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startProduct()));
beforeEach(() => (server.deps.ports.faceMatch as FaceMatchSandbox).documents.clear());
afterAll(() => server.close());

let nextNumber = 12_123_456_000;

async function readyToSubmit(work: FormAnswers = {}): Promise<Journey> {
  const number = String(nextNumber++);
  const own = { identity: { idNumber: `CRN0${number}` }, bank: { account: number, accountConfirmation: number } };
  const borrower = await journey(server, await newBorrower(server));
  await borrower.walkTo('nowhere', { ...own, work });
  return borrower;
}

const submit = async (borrower: Journey): Promise<View> => (await borrower.submit()).json<View>();
const decide = (id: string | undefined, payload: object) =>
  server.app.inject({ method: 'POST', url: `/dev/applications/${id}/decide`, payload });
const speak = (borrower: Journey, language: string) =>
  server.app.inject({ method: 'PUT', url: '/api/customer/language', payload: { language }, headers: borrower.headers });

/** Sends what is due now. Returns the messages, oldest first. */
async function sentNow(): Promise<string[]> {
  const before = server.sms.outbox.length;
  await runDueJobs(server.deps);
  return server.sms.outbox
    .slice(0, server.sms.outbox.length - before)
    .map(({ text }) => text)
    .toReversed();
}

const student: FormAnswers = { jobType: 'student', income: 'under12000', schoolName: 'UP', enrolment: '2024-08', graduation: '2028-06' };

test('L02 an accepted borrower gets one SMS, even after repeated submissions', async () => {
  const borrower = await readyToSubmit();
  await submit(borrower);
  await submit(borrower);
  expect(await sentNow()).toEqual(['Hakbang: your application is accepted. Open the app to choose an amount.']);
});

test('L01 a rejected borrower gets an SMS with the day to apply again', async () => {
  await submit(await readyToSubmit({ jobType: 'unemployed', income: 'under12000' }));
  expect(await sentNow()).toEqual([
    'Hakbang: we cannot offer you a loan at this time. You may apply again from April 9, 2026. The reason is in the app.',
  ]);
});

test('L01 a referred borrower gets an SMS in their language only after a person decided', async () => {
  const borrower = await readyToSubmit(student);
  const { id, state } = await submit(borrower);
  expect([state, await sentNow()]).toEqual(['referred', []]);
  await speak(borrower, 'fil');
  await decide(id, { decision: 'rejected', reason: 'manualReview', retryAfterDays: 7 });
  expect(await sentNow()).toEqual([
    'Hakbang: hindi ka pa namin mabibigyan ng loan sa ngayon. Puwede kang mag-apply ulit mula Marso 17, 2026. Nasa app ang dahilan.',
  ]);
});

test('every send-back sends an SMS, also in Hindi', async () => {
  const borrower = await readyToSubmit(student);
  await speak(borrower, 'hi');
  const { id } = await submit(borrower);
  await decide(id, { decision: 'sendBack' });
  const [first] = await sentNow();
  expect(first).toMatch(/^Hakbang: कृपया ऐप में अपनी कुछ जानकारी जाँचें/);
  await borrower.get();
  const photo = await upload(server, borrower, 'idPhoto', await freshPhoto());
  await borrower.save('identity', { idPhoto: photo.json<{ fileId: string }>().fileId });
  await borrower.save('review', {});
  await submit(borrower);
  await decide(id, { decision: 'sendBack' });
  expect(await sentNow()).toEqual([first]);
});
