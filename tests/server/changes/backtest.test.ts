import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backtest } from '../../../server/contract/staff/studioDecisions.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { counted } from '../../../server/platform/changes/decisions/counted.ts';
import { edited, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const path = 'flows/decisions/underwriting.decisions.json';
const studentRow = `{ "when": "work.jobType == 'student'", "outcome": { "decision": "referred", "reason": "student" }, "id": "student" }`;

let server: ProductApp;
let editor: StaffMember;
/** May read applications, and run backtests. */
let reader: StaffMember;
let change: string;

interface Roles {
  roles: Record<string, string[]>;
}

beforeAll(async () => {
  server = await startStudio(undefined, (files) =>
    edited<Roles>(files, 'flows/roles.json', ({ roles }) => void roles['underwriter']?.push('readChanges', 'backtest')),
  );
  editor = await staffMember(server, 'editor');
  reader = await staffMember(server, 'underwriter');
  const first = await referred(server);
  for (let count = 1; count < 11; count += 1) await referred(server);
  // Her ID number is somebody else's, so another row decides.
  await referred(server, { identity: { idNumber: first.idNumber } });
  const old = await referred(server);
  await sql`update application_events set detail = detail - 'facts' where application_id = ${old.id} and detail ? 'facts'`.execute(
    server.deps.db,
  );
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'No loans for students' })).json<ProductChange>().id;
});
afterAll(() => server.close());

async function edit(from: string, to: string): Promise<void> {
  const file = `/api/staff/studio/changes/${change}/file`;
  const { text, hash } = (await editor.call('GET', `${file}?path=${path}`)).json<{ text: string; hash: string }>();
  expect(text).toContain(from);
  const saved = await editor.call('PUT', file, { path, basedOn: hash, text: text.replace(from, to) });
  expect(saved.json()).toMatchObject({ state: 'saved' });
}

const at = (action: string) => `/api/staff/studio/changes/${change}/decisions/underwriting${action}`;
const run = (who: StaffMember) => who.call('POST', at('/backtests'), {});
const ofRun = async (who: StaffMember) => (await run(who)).json<Backtest>();

test('T10 without an edit nothing changes, and a decision from before facts were kept is counted apart', async () => {
  expect(await ofRun(reader)).toEqual({
    by: 'decision',
    considered: 12,
    withoutFacts: 1,
    changed: 0,
    failed: 0,
    isExact: true,
    matrix: [{ from: 'referred', to: 'referred', count: 12 }],
    moves: [],
  });
});

test('T10 a changed row says how many outcomes change, from what to what, with the applications for those who may read them', async () => {
  await edit(studentRow, studentRow.replace('"referred", "reason": "student"', '"rejected", "reason": "noIncome", "retryAfterDays": 30'));
  const found = await ofRun(reader);
  expect(found).toMatchObject({ considered: 12, changed: 11, isExact: true });
  expect(found.matrix).toEqual([
    { from: 'referred', to: 'rejected', count: 11 },
    { from: 'referred', to: 'referred', count: 1 },
  ]);
  expect(found.moves).toHaveLength(1);
  expect(found.moves[0]).toMatchObject({
    from: { decision: 'referred', reason: 'student' },
    to: { decision: 'rejected', reason: 'noIncome', retryAfterDays: 30 },
    count: 11,
  });
  expect(found.moves[0]?.examples).toHaveLength(11);
  expect(found.moves[0]?.examples?.[0]?.label).toMatch(/^A-[0-9A-F]{4}-[0-9A-F]{4}$/);
});

test('T10 who may not read applications gets tens, no group below ten, and no application', async () => {
  const found = await ofRun(editor);
  expect(found).toMatchObject({ considered: 12, changed: 10, isExact: false });
  expect(found.matrix).toEqual([{ from: 'referred', to: 'rejected', count: 10 }]);
  expect(found.moves).toEqual([
    {
      from: { decision: 'referred', reason: 'student' },
      to: { decision: 'rejected', reason: 'noIncome', retryAfterDays: 30 },
      count: 10,
    },
  ]);
});

test('T10 a group of nine and an empty one look the same', () => {
  const nine = Array.from({ length: 9 }, (_, index) => ({
    subject: { id: `${index}`, label: '' },
    before: { decision: 'a' },
    after: { decision: 'b' },
  }));
  const told = counted(nine, 'decision', { isExact: false });
  expect(told).toMatchObject({ changed: 0, matrix: [], moves: [] });
});

test('T10 an input tried names the row that decides, and why the others do not', async () => {
  const given = [
    { path: 'work.jobType', value: 'unemployed' },
    { path: 'work.income', value: '12001-18000' },
    { path: 'personalBasic.birthDate', value: '1990-01-01' },
    { path: 'today', value: '2026-01-01' },
  ];
  const { outcome, rows } = (await editor.call('POST', at('/tries'), { given })).json<{
    outcome: object;
    rows: { name: string; held: string; decides: boolean; because?: string }[];
  }>();
  expect(outcome).toEqual({ decision: 'referred', reason: 'incomeToConfirm' });
  expect(rows.filter(({ decides }) => decides)).toEqual([{ name: 'unemployed', held: 'yes', decides: true }]);
  expect(rows.find(({ name }) => name === 'noIncome')).toEqual({
    name: 'noIncome',
    held: 'no',
    decides: false,
    because: "`work.income == 'under12000'` is false",
  });
});

test('T10 the studio learns what the conditions read and what an outcome can say', async () => {
  const { inputs, columns } = (await editor.call('GET', at(''))).json<{ inputs: { path: string }[]; columns: { name: string }[] }>();
  expect(inputs.find(({ path: each }) => each === 'work.jobType')).toMatchObject({
    type: 'choice',
    options: expect.arrayContaining(['student']),
  });
  expect(inputs.find(({ path: each }) => each === 'personalBasic.birthDate')).toMatchObject({ type: 'day' });
  expect(inputs.find(({ path: each }) => each === 'facts.identityShared')).toMatchObject({ type: 'boolean' });
  expect(columns.find(({ name }) => name === 'limitCents')).toMatchObject({ title: 'Limit', unit: 'cents' });
  expect(columns.find(({ name }) => name === 'decision')).toMatchObject({ options: ['accepted', 'rejected', 'referred'] });
});

test('T10 a change with errors is refused and uses nothing up; the runs are audited and limited by the hour', async () => {
  await edit(
    '"reason": "noIncome", "retryAfterDays": 30 }, "id": "student"',
    '"reason": "noReason", "retryAfterDays": 30 }, "id": "student"',
  );
  expect((await run(editor)).statusCode).toBe(409);
  await edit('"noReason"', '"noIncome"');
  const audited = await server.deps.db.selectFrom('audit_rows').selectAll().where('action', '=', 'change.backtested').execute();
  expect(audited.map(({ actor, subject }) => ({ actor, subject }))).toEqual(
    [reader, reader, editor].map(({ id }) => ({ actor: `staff:${id}`, subject: `change:${change}` })),
  );
  const codes = [];
  for (let count = 0; count < 20; count += 1) codes.push((await run(editor)).statusCode);
  expect(codes).toEqual([...Array.from({ length: 19 }, () => 200), 429]);
});

test('T10 a table that does not exist, and a change of the desk, have no backtest', async () => {
  expect((await reader.call('POST', `/api/staff/studio/changes/${change}/decisions/nothing/backtests`, {})).statusCode).toBe(404);
  const desk = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Desk', application: 'desk' })).json<ProductChange>().id;
  expect((await reader.call('POST', `/api/staff/studio/changes/${desk}/decisions/underwriting/backtests`, {})).statusCode).toBe(404);
});
