import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MessagePreview } from '../../../server/contract/staff/templates.ts';
import { runDueJobs } from '../../../server/platform/jobs/run.ts';
import { auditRows } from '../support/auditRows.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import { newBorrower } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: DeskApp;
let support: StaffMember;
beforeAll(async () => {
  server = await startDesk();
  support = await staffMember(server, 'support');
});
afterAll(() => server.close());
beforeEach(async () => void (await server.deps.db.deleteFrom('template_messages').execute()));

async function borrower(language = 'en'): Promise<string> {
  const { customerId } = await newBorrower(server);
  await server.deps.db.updateTable('customers').set({ language }).where('id', '=', customerId).execute();
  return customerId;
}

async function workFor(customer: string | null, id: string, kind = 'heldMoney'): Promise<string> {
  const at = server.clock.now();
  await server.deps.db
    .insertInto('work_items')
    .values({ id, kind, subject: id, number: id, customer_id: customer, opened_at: at, due_at: at })
    .execute();
  return id;
}

const preview = async (input: object) => (await support.call('POST', '/api/staff/message-previews', input)).json<MessagePreview>();
const send = (input: object, who = support) => who.call('POST', '/api/staff/messages', input);
const none = { already: 0, limit: 0, nobody: 0 };
const sentTo = async (customer: string) =>
  server.deps.db.selectFrom('messages').select('notice').where('customer_id', '=', customer).execute();

test('staff choose a template by its title', async () => {
  expect((await support.call('GET', '/api/staff/message-templates')).json()).toEqual({
    templates: [
      { id: 'callUs', label: 'Call us' },
      { id: 'takesLonger', label: 'It takes longer' },
      { id: 'neverShareCode', label: 'Nobody needs your code' },
    ],
  });
});

test('D08 the preview is in the language of the customer and exactly what she then reads', async () => {
  const customer = await borrower('fil');
  const [shown] = (await preview({ template: 'callUs', customers: [customer] })).languages;
  expect(shown).toMatchObject({ language: 'fil', count: 1, title: 'Tawagan kami', sms: expect.stringContaining('may tanong kami') });
  expect(await sentTo(customer)).toEqual([]);
  expect((await send({ template: 'callUs', customers: [customer] })).json()).toEqual({ sent: 1, skipped: none });
  await runDueJobs(server.deps);
  const page = (await support.call('GET', `/api/staff/customers/${customer}`)).json<{ messages: { title: string; text: string }[] }>();
  expect(page.messages[0]).toMatchObject({ title: shown?.title, text: shown?.text });
  expect(server.sms.outbox[0]?.text).toBe(shown?.sms);
});

test('a customer gets a template once a day, however often somebody sends it', async () => {
  const customer = await borrower();
  await send({ template: 'callUs', customers: [customer, customer] });
  const again = await Promise.all([1, 2, 3].map(() => send({ template: 'callUs', customers: [customer] })));
  for (const answer of again) expect(answer.json()).toEqual({ sent: 0, skipped: { ...none, already: 1 } });
  await runDueJobs(server.deps);
  expect(await sentTo(customer)).toEqual([{ notice: 'template.callUs' }]);
});

test('a customer gets no more messages a day than the configuration allows, also when several people send at once', async () => {
  const customer = await borrower();
  const answers = await Promise.all(
    ['callUs', 'takesLonger', 'neverShareCode'].map(async (template) =>
      (await send({ template, customers: [customer] })).json<{ sent: number }>(),
    ),
  );
  expect(answers.reduce((all, { sent }) => all + sent, 0)).toBe(2);
  expect((await preview({ template: 'neverShareCode', customers: [customer] })).to).toBe(0);
  server.clock.set(new Date(server.clock.now().getTime() + 86_400_000));
  support = await staffMember(server, 'support', 'tomorrow');
  expect((await send({ template: 'neverShareCode', customers: [customer] })).json()).toEqual({ sent: 1, skipped: none });
});

test('D02 selected work: each customer once, in their language, and nothing for what has no customer or is of others', async () => {
  const [ana, eva] = [await borrower('en'), await borrower('hi')];
  const work = [
    await workFor(ana, 'w1'),
    await workFor(ana, 'w2'),
    await workFor(eva, 'w3'),
    await workFor(null, 'w4'),
    await workFor(await borrower(), 'w5', 'referred'),
  ];
  const shown = await preview({ template: 'takesLonger', work });
  expect(shown).toMatchObject({
    to: 2,
    skipped: { ...none, nobody: 2 },
    languages: [
      { language: 'en', count: 1 },
      { language: 'hi', count: 1 },
    ],
  });
  expect((await send({ template: 'takesLonger', work })).json()).toEqual({ sent: 2, skipped: { ...none, nobody: 2 } });
});

test('each message is in the audit log', async () => {
  const customer = await borrower();
  await send({ template: 'callUs', customers: [customer] });
  const rows = await auditRows(server.deps.db).selectAll().where('subject', '=', `customer:${customer}`).execute();
  expect(rows.at(-1)).toMatchObject({ actor: `staff:${support.id}`, action: 'message.sent', detail: '{"template":"callUs"}' });
});

test('a template that does not exist, a message to nobody and a role without the right are refused', async () => {
  const customer = await borrower();
  expect((await send({ template: 'nothing', customers: [customer] })).json()).toMatchObject({
    code: 'badRequest',
    problems: [{ path: '/template' }],
  });
  expect((await send({ template: 'callUs' })).statusCode).toBe(400);
  const underwriter = await staffMember(server, 'underwriter');
  expect((await send({ template: 'callUs', customers: [customer] }, underwriter)).statusCode).toBe(403);
  expect((await send({ template: 'callUs', customers: ['gone'] })).json()).toEqual({ sent: 0, skipped: { ...none, nobody: 1 } });
});
