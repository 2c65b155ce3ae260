import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backtest } from '../../../server/contract/staff/studioDecisions.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { counted } from '../../../server/platform/changes/decisions/counted.ts';
import { auditRows } from '../support/auditRows.ts';
import { edited, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const path = 'flows/decisions/underwriting.decisions.json';
const studentRow = `{ "when": "work.jobType == 'student'", "outcome": { "decision": "referred", "reason": "student" }, "id": "student" }`;

const students = 30;

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
  for (let count = 1; count < students; count += 1) await referred(server);
  // She shares another person's ID number, so another row decides.
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
    considered: students + 1,
    withoutFacts: 1,
    changed: 0,
    failed: 0,
    isExact: true,
    matrix: [{ from: 'referred', to: 'referred', count: students + 1 }],
    moves: [],
  });
});

test('T10 a changed row says how many outcomes change, from what to what, with the applications for those who may read them', async () => {
  await edit(studentRow, studentRow.replace('"referred", "reason": "student"', '"rejected", "reason": "noIncome", "retryAfterDays": 30'));
  const found = await ofRun(reader);
  expect(found).toMatchObject({ considered: students + 1, changed: students, isExact: true });
  expect(found.matrix).toEqual([
    { from: 'referred', to: 'rejected', count: students },
    { from: 'referred', to: 'referred', count: 1 },
  ]);
  expect(found.moves).toHaveLength(1);
  expect(found.moves[0]).toMatchObject({
    from: { decision: 'referred', reason: 'student' },
    to: { decision: 'rejected', reason: 'noIncome', retryAfterDays: 30 },
    count: students,
  });
  expect(found.moves[0]?.examples).toHaveLength(20);
  expect(found.moves[0]?.examples?.[0]?.label).toMatch(/^A-[0-9A-F]{4}-[0-9A-F]{4}$/);
});

test('T10 who may not read applications gets tens of a sample, no group below ten, no amounts and no application', async () => {
  // About 25 of the 32 applicants are sampled. Nobody can tell who.
  const some = expect.toSatisfy((value) => value === 10 || value === 20 || value === 30);
  const found = await ofRun(editor);
  expect(found).toMatchObject({ considered: some, withoutFacts: 0, changed: some, failed: 0, isExact: false, moves: [] });
  expect(found.matrix).toEqual([{ from: 'referred', to: 'rejected', count: found.changed }]);
  expect(found.changed).toBeLessThanOrEqual(found.considered);
  expect(await ofRun(editor)).toEqual(found);
});

const moved = (count: number, from = 'a', to = 'b') =>
  Array.from({ length: count }, (_, index) => ({
    subject: { id: `${index}`, label: '' },
    before: { decision: from, limitCents: index },
    after: { decision: to, limitCents: index },
  }));

test('T10 a group of nine and an empty one look the same', () => {
  const told = counted({ compared: moved(9), withoutFacts: 9 }, 'decision', { isExact: false });
  expect(told).toMatchObject({ considered: 0, withoutFacts: 0, changed: 0, matrix: [], moves: [] });
});

test('T10 numbers for those who may not read the cases are tens, rounded down', () => {
  const compared = [...moved(29), ...moved(10, 'a', 'a'), ...moved(8, 'b', 'a')];
  const told = counted({ compared, withoutFacts: 15 }, 'decision', { isExact: false });
  expect(told).toEqual({
    considered: 40,
    withoutFacts: 10,
    changed: 30,
    failed: 0,
    isExact: false,
    matrix: [
      { from: 'a', to: 'b', count: 20 },
      { from: 'a', to: 'a', count: 10 },
    ],
    moves: [],
  });
  expect(counted({ compared, withoutFacts: 15 }, 'decision', { isExact: true })).toMatchObject({ considered: 47, withoutFacts: 15 });
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
  const audited = await auditRows(server.deps.db).selectAll().where('action', '=', 'change.backtested').execute();
  expect(audited.map(({ actor, subject }) => ({ actor, subject }))).toEqual(
    [reader, reader, editor, editor].map(({ id }) => ({ actor: `staff:${id}`, subject: `change:${change}` })),
  );
  expect(JSON.parse(String(audited.at(-1)?.detail))).toEqual({
    table: 'underwriting',
    revision: 1,
    hash: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const codes = [];
  for (let count = 0; count < 20; count += 1) codes.push((await run(editor)).statusCode);
  expect(codes).toEqual([...Array.from({ length: 18 }, () => 200), 429, 429]);
});

test('T10 a table that does not exist, and a change of the desk, have no backtest', async () => {
  expect((await reader.call('POST', `/api/staff/studio/changes/${change}/decisions/nothing/backtests`, {})).statusCode).toBe(404);
  const desk = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Desk', application: 'desk' })).json<ProductChange>().id;
  expect((await reader.call('POST', `/api/staff/studio/changes/${desk}/decisions/underwriting/backtests`, {})).statusCode).toBe(404);
});
