import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { ConditionContext, ConditionReach } from '../../../server/contract/staff/studioGraph.ts';
import { blurred } from '../../../server/platform/changes/conditions/reach.ts';
import { sampleFor } from '../../../server/platform/changes/sampled.ts';
import { auditRows } from '../support/auditRows.ts';
import type { ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const file = 'flows/conditions.json';
const pointer = '/conditions/asked';

interface Unmarked {
  'x-sensitive'?: string;
}

let server: ProductApp;
let editor: StaffMember;
let translator: StaffMember;
let change: string;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  translator = await staffMember(server, 'translator');
  for (let count = 0; count < 30; count += 1) await referred(server);
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Reach' })).json<ProductChange>().id;
});
afterAll(() => server.close());

const reach = (who: StaffMember, at = { file, pointer }) => who.call('POST', `/api/staff/studio/changes/${change}/condition-reaches`, at);

async function edit(path: string, change: (value: Record<string, Record<string, unknown>>) => void, id: string): Promise<void> {
  const at = `/api/staff/studio/changes/${id}/file`;
  const { text, hash } = (await editor.call('GET', `${at}?path=${path}`)).json<{ text: string; hash: string }>();
  const value = JSON.parse(text) as Record<string, Record<string, unknown>>;
  change(value);
  const saved = await editor.call('PUT', at, { path, basedOn: hash, text: JSON.stringify(value, undefined, 2) });
  expect(saved.json()).toMatchObject({ state: expect.stringMatching(/saved|merged/) });
}

async function reachOf(condition: string, more: Readonly<Record<string, string>> = {}): Promise<ConditionReach> {
  await edit(file, ({ conditions }) => void Object.assign(conditions ?? {}, { asked: condition, ...more }), change);
  return (await reach(editor)).json<ConditionReach>();
}

const asked = async () => {
  const rows = await auditRows(server.deps.db).selectAll().where('action', '=', 'change.conditionReached').execute();
  return rows.filter(({ subject }) => subject === `change:${change}`);
};

test('T07 fewer than ten are not told apart from none, nor from all', async () => {
  // About 24 of the 30 applicants are sampled. Nobody can tell who.
  const considered = expect.toSatisfy((value) => value === 20 || value === 30);
  expect(await reachOf("work.jobType == 'contractWorker'")).toEqual({ state: 'few', considered, fields: [] });
  expect(await reachOf("work.jobType == 'student'")).toEqual({ state: 'nearlyAll', considered, fields: [] });
});

test('T07 a condition of a form asks about the answers of that form', async () => {
  const weekday = await reach(editor, { file: 'schemas/forms/work.schema.json', pointer: '/properties/payWeekday/x-when' });
  expect(weekday.json()).toMatchObject({ state: 'few', fields: [] });
});

test.each([
  ["has(identity.idNumber) && identity.idNumber == '1'", 'identity.idNumber'],
  ["identity == identity || work.jobType == 'student'", 'identity'],
  ["identity['idNumber'] == '1'", 'identity'],
  ["personalBasic.birthDate < '2000-01-01'", 'personalBasic.birthDate'],
  // Names and companies, which few people share.
  ["work.?schoolName.orValue('') == 'UP' || work.jobType == 'student'", 'work.schoolName'],
  ["identity.firstName.startsWith('A')", 'identity.firstName'],
])('T07 %s is refused: it reads something sensitive, or free text', async (condition, field) => {
  expect(await reachOf(condition)).toEqual({ state: 'sensitive', fields: [field] });
});

test.each(["session.isReloan || work.jobType == 'student'", "today > '2020-01-01'", 'size(session) > 0'])(
  'T07 %s is refused: no stored application has what it reads',
  async (condition) => {
    expect((await reachOf(condition)).state).toBe('unanswerable');
  },
);

test('T07 a change cannot take the mark of a sensitive answer away and then ask about it', async () => {
  const unmarked = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Not sensitive' })).json<ProductChange>().id;
  const path = 'schemas/forms/personalBasic.schema.json';
  await edit(path, ({ properties }) => void delete (properties?.['birthDate'] as Unmarked | undefined)?.['x-sensitive'], unmarked);
  await edit(file, ({ conditions }) => void Object.assign(conditions ?? {}, { asked: "personalBasic.birthDate < '2000-01-01'" }), unmarked);
  const at = `/api/staff/studio/changes/${unmarked}/condition?file=${file}&pointer=${encodeURIComponent(pointer)}`;
  const { fields } = (await editor.call('GET', at)).json<ConditionContext>();
  expect(fields.find(({ path: each }) => each === 'personalBasic.birthDate')).not.toHaveProperty('isSensitive');
  const answer = await editor.call('POST', `/api/staff/studio/changes/${unmarked}/condition-reaches`, { file, pointer });
  expect(answer.json()).toEqual({ state: 'sensitive', fields: ['personalBasic.birthDate'] });
});

test.each([
  ['reads itself', 'conditions.one', { one: 'conditions.two || true', two: 'conditions.one' }],
  ['has a pattern that runs for ever', "work.jobType.matches('(a+)+$')", {}],
])('T07 a condition that %s is not evaluated: the change has errors', async (_, condition, more) => {
  const before = (await asked()).length;
  expect(await reachOf(condition, more)).toMatchObject({ status: 409, code: 'changeHasErrors' });
  expect(await asked()).toHaveLength(before);
  await edit(
    file,
    ({ conditions }) => {
      for (const name of Object.keys(more)) delete conditions?.[name];
    },
    change,
  );
});

test('T07 who may not run backtests may not ask, and nobody asks about what is not there', async () => {
  expect((await reach(translator)).statusCode).toBe(403);
  expect((await reach(editor, { file, pointer: '/conditions/none' })).statusCode).toBe(404);
});

test('T07 each question is audited before it is answered, and an hour has a limit', async () => {
  await reachOf("identity.idNumber == '1'");
  expect(JSON.parse(String((await asked()).at(-1)?.detail))).toMatchObject({
    file,
    pointer,
    source: "identity.idNumber == '1'",
    revision: expect.any(Number),
  });
  await reachOf("work.jobType == 'student'");
  const answers = await Promise.all(Array.from({ length: 35 }, () => reach(editor)));
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes).toContain(429);
  const audited = await auditRows(server.deps.db).selectAll().where('action', '=', 'change.conditionReached').execute();
  expect(audited).toHaveLength(30);
});

test('T07 one question gives one number, and one person more or less tells nothing about them', () => {
  const moves = Array.from({ length: 10 }, (_, move) => move);
  const numbers = moves.map((move) => blurred(500, 200, move).holds ?? 0);
  expect(new Set(numbers)).toEqual(new Set([200]));
  expect(new Set(moves.map((move) => blurred(500, 203, move).holds))).toEqual(new Set([200, 210]));
  expect(moves.map((move) => blurred(500, 9, move))).toEqual(moves.map(() => ({ state: 'few', considered: 500 })));
  expect(moves.map((move) => blurred(500, 491, move).state)).toEqual(moves.map(() => 'nearlyAll'));
  // Somebody who knows about nine others learns nothing about the tenth.
  expect(new Set(moves.map((move) => blurred(500, 10, move).state))).toEqual(new Set(['counted', 'few']));
  expect(blurred(9, 5, 0)).toEqual({ state: 'tooFew' });
});

test('T07 each question looks at four fifths of the people, and two questions at others', () => {
  const { keyring } = server.deps.settings;
  const people = Array.from({ length: 1000 }, (_, index) => `person${index}`);
  const chosen = (question: string) => people.filter(sampleFor(keyring, question));
  const [one, other] = [chosen('one'), chosen('other')];
  expect(one.length).toBeGreaterThan(740);
  expect(one.length).toBeLessThan(860);
  expect(chosen('one')).toEqual(one);
  const both = one.filter((person) => other.includes(person));
  expect(both.length).toBeGreaterThan(580);
  expect(both.length).toBeLessThan(700);
});
