import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRows } from '../support/auditRows.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
let underwriter: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  underwriter = await staffMember(server, 'underwriter');
});
afterAll(() => server.close());

const openFile = (who: StaffMember, id: string, form: string, field: string) =>
  who.call('POST', `/api/staff/applications/${id}/files`, { form, field });

test('D03 staff open the photos of an application by a short-lived address, and each opening is audited', async () => {
  const { id } = await referred(server);
  const { photos, face } = (await underwriter.call('GET', `/api/staff/applications/${id}`)).json<{
    photos: { form: string; field: string }[];
    face: { outcome: string };
  }>();
  expect(photos).toMatchObject([
    { form: 'identity', field: 'idPhoto', label: 'Photo of your ID' },
    { form: 'selfie', field: 'photo', label: 'Your photo' },
  ]);
  expect(face.outcome).toBe('match');
  const { url, contentType } = (await openFile(underwriter, id, 'identity', 'idPhoto')).json<{ url: string; contentType: string }>();
  expect(contentType).toBe('image/jpeg');
  const photo = await server.app.inject({ url });
  expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const rows = await auditRows(server.deps.db).selectAll().where('subject', '=', `application:${id}`).execute();
  expect(rows.at(-1)).toMatchObject({ actor: `staff:${underwriter.id}`, action: 'file.opened' });
  server.clock.advance(3600);
  expect((await server.app.inject({ url })).statusCode).toBe(404);
});

test('D03 only files among the answers are opened, and only by those who work on applications', async () => {
  const { id } = await referred(server);
  const ana = await staffMember(server, 'underwriter', 'ana');
  for (const [form, field] of [
    ['identity', 'firstName'],
    ['identity', 'constructor'],
    ['__proto__', 'toString'],
    ['feedback', 'photo'],
  ] as const)
    expect((await openFile(ana, id, form, field)).statusCode, `${form}.${field}`).toBe(404);
  const reviewer = await staffMember(server, 'reviewer');
  expect((await openFile(reviewer, id, 'identity', 'idPhoto')).statusCode).toBe(403);
});
