import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../../../server/contract/staff/changes.ts';
import { freshPhoto, photo, startProduct, upload, type ProductApp } from '../support/product.ts';
import { referred, type Referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
let underwriter: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  underwriter = await staffMember(server, 'underwriter');
});
afterAll(() => server.close());

const url = (id: string, rest = '') => `/api/staff/applications/${id}${rest}`;

async function sentBack(corrections: { form: string; field: string; reason: string }[]): Promise<Referred> {
  const application = await referred(server);
  expect((await underwriter.call('POST', url(application.id, '/corrections'), { corrections })).statusCode).toBe(200);
  await application.borrower.get();
  return application;
}

const fileOf = async ({ borrower }: Referred, bytes: Uint8Array) =>
  (await upload(server, borrower, 'idPhoto', bytes)).json<{ fileId: string }>().fileId;

const changesOf = async (id: string) => (await underwriter.call('GET', url(id))).json<{ changes: Change[] }>().changes;

test('D05 after a correction the page shows what changed, field by field and photo by photo', async () => {
  const application = await sentBack([
    { form: 'identity', field: 'idPhoto', reason: 'photoUnclear' },
    { form: 'identity', field: 'idNumber', reason: 'identityMismatch' },
    { form: 'work', field: 'schoolName', reason: 'notPlausible' },
  ]);
  const { borrower, id, idNumber } = application;
  expect(await changesOf(id)).toEqual([]);
  const newNumber = idNumber.replace(/\d{4}$/, '0007');
  await borrower.save('identity', { idPhoto: await fileOf(application, await freshPhoto()), idNumber: newNumber });
  await borrower.save('work', { ...borrower.snapshot.answers['work'], schoolName: 'Ateneo' });
  await borrower.save('review', {});
  expect((await borrower.submit()).statusCode).toBe(200);

  const [change, ...others] = await changesOf(id);
  expect(others).toEqual([]);
  expect(change?.rows).toEqual([
    { id: 'identity.idNumber', label: 'ID number', before: '••••', after: '••••', masked: true },
    { id: 'work.schoolName', label: expect.any(String) as string, before: 'UP', after: 'Ateneo', masked: false },
  ]);
  expect(change?.photos).toMatchObject([
    { field: 'idPhoto', version: 'before', event: change?.id },
    { field: 'idPhoto', version: 'after' },
  ]);
  const bytesOf = async (event?: string) => {
    const body = { form: 'identity', field: 'idPhoto', ...(event === undefined ? {} : { event }) };
    const { url: address } = (await underwriter.call('POST', url(id, '/files'), body)).json<{ url: string }>();
    return (await server.app.inject({ url: address })).rawPayload;
  };
  const [old, current] = [await bytesOf(change?.id), await bytesOf('')];
  expect(old.length).toBeGreaterThan(1000);
  expect(old.equals(current)).toBe(false);
  expect(JSON.stringify(change)).not.toContain(newNumber);
  const unknown = await underwriter.call('POST', url(id, '/files'), { form: 'identity', field: 'idPhoto', event: '999999' });
  expect(unknown.statusCode).toBe(404);
});

test('D05 the same photo sent again is refused at its field, and a new one is taken', async () => {
  const application = await sentBack([{ form: 'identity', field: 'idPhoto', reason: 'photoUnclear' }]);
  const { borrower } = application;
  const again = await borrower.put('identity', { idPhoto: await fileOf(application, await photo()) });
  expect(again.json()).toMatchObject({ status: 422, code: 'invalidAnswers', problems: [{ code: 'unchanged', path: '/idPhoto' }] });
  await borrower.save('identity', { idPhoto: await fileOf(application, await freshPhoto()) });
});

test('D05 a photo whose reason the same answer may confirm is taken again', async () => {
  const application = await sentBack([{ form: 'identity', field: 'idPhoto', reason: 'other' }]);
  const taken = await application.borrower.put('identity', { idPhoto: await fileOf(application, await photo()) });
  expect(taken.statusCode).toBe(200);
});
