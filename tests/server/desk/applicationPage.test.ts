import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerRow, AnswerSection } from '../../../server/contract/staff/answers.ts';
import { root } from '../../support/root.ts';
import { startProduct, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>;

let server: ProductApp;
let underwriter: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  underwriter = await staffMember(server, 'underwriter');
});
afterAll(() => server.close());

interface Opened {
  sections: AnswerSection[];
  events: Record<string, string>[];
  earlier: Record<string, string>[];
  shared: Record<string, string>[];
  reason?: string;
}

const open = async (id: string) => (await underwriter.call('GET', `/api/staff/applications/${id}`)).json<Opened>();

const row = ({ sections }: Opened, form: string, field: string): AnswerRow | undefined =>
  sections.find((section) => section.form === form)?.rows.find((each) => each.field === field);

test('D03 an application shows its answers in the order and words of the screens, sensitive ones masked', async () => {
  const { id, idNumber } = await referred(server);
  const opened = await open(id);
  const { steps } = json('flows/onboarding.flow.json') as { steps: { form?: string }[] };
  expect(opened.sections.map(({ form }) => form)).toEqual(steps.flatMap(({ form }) => form ?? []));
  expect(opened.sections.map(({ title }) => title)).toEqual(expect.arrayContaining(['Who you are', 'Work and income', 'A photo of you']));
  expect(row(opened, 'work', 'jobType')).toMatchObject({ label: 'What do you do?', value: 'Student', masked: false });
  expect(row(opened, 'work', 'enrolment')?.value).toBe('August 2024');
  expect(row(opened, 'identity', 'idNumber')).toMatchObject({ label: 'ID number', value: '••••', masked: true });
  expect(row(opened, 'personalBasic', 'birthDate')?.value).toMatch(/^••••-••-\d\d$/);
  expect(row(opened, 'identity', 'idPhoto')).toMatchObject({ file: 'photo', masked: false });
  expect(JSON.stringify(opened)).not.toContain(idNumber);
});

test('D03 an application names who else submitted its ID number, and the history says why in words', async () => {
  const first = await referred(server);
  const second = await referred(server, { identity: { idNumber: first.idNumber } });
  const opened = await open(second.id);
  expect(opened.shared).toMatchObject([{ kind: 'idNumber', application: first.id, state: 'referred' }]);
  expect(opened.events.at(-1)).toMatchObject({ event: 'referred', who: 'system', reason: 'Your ID has to be confirmed' });
  expect(opened.reason).toBe('Your ID has to be confirmed');
  expect((await open(first.id)).shared).toMatchObject([{ application: second.id }]);
});

test('D03 the history names the person who decided, and a later application lists the earlier one', async () => {
  const { borrower, id } = await referred(server);
  const decision = { decision: 'rejected', reason: 'student', retryAfterDays: 0 };
  expect((await underwriter.call('POST', `/api/staff/applications/${id}/decisions`, decision)).statusCode).toBe(200);
  expect((await open(id)).events.at(-1)).toMatchObject({ event: 'rejected', who: 'staff', name: 'underwriter' });
  server.clock.advance(1);
  const again = (await borrower.submit()).json<{ id: string }>();
  expect(again.id).not.toBe(id);
  expect((await open(again.id)).earlier).toMatchObject([{ id, state: 'rejected' }]);
});

test('D03 an application shows how alike the faces in its photos are, and how often others were refused', async () => {
  const { id, borrower } = await referred(server);
  expect(await open(id)).toMatchObject({
    face: { outcome: 'match', scorePpm: 930_000, thresholdPpm: 800_000, at: expect.any(String), refused: 0 },
  });
  const { customerId } = borrower;
  await server.deps.db
    .updateTable('face_matches')
    .set({ id_photo: 'another', verdict: 'noMatch' })
    .where('customer_id', '=', customerId)
    .execute();
  expect(await open(id)).toMatchObject({ face: { outcome: 'notRecorded', refused: 1 } });
  await server.deps.db.updateTable('flow_states').set({ facts: '{}' }).where('customer_id', '=', customerId).execute();
  expect(await open(id)).toMatchObject({ face: { outcome: 'notCompared' } });
});

const codesOf = (name: string) => json(`desk/schemas/enums/${name}.schema.json`)['enum'] as string[];

test('D03 the desk has a word for every state and event of an application', () => {
  const { states } = json('flows/lifecycles/application.lifecycle.json') as { states: Record<string, { on?: object }> };
  expect([...codesOf('applicationState')].sort()).toEqual(Object.keys(states).sort());
  const events = Object.values(states).flatMap(({ on = {} }) => Object.keys(on));
  expect([...codesOf('applicationEvent')].sort()).toEqual([...new Set(events)].sort());
});
