import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { ConditionReach } from '../../../server/contract/staff/studioGraph.ts';
import { blurred } from '../../../server/platform/changes/conditions/reach.ts';
import type { ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

const file = 'schemas/forms/work.schema.json';
const pointer = '/properties/payDay/x-when';

let server: ProductApp;
let editor: StaffMember;
let translator: StaffMember;
let change: string;

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
  translator = await staffMember(server, 'translator');
  for (let count = 0; count < 12; count += 1) await referred(server);
  change = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Reach' })).json<ProductChange>().id;
});
afterAll(() => server.close());

const reach = (who: StaffMember, at = { file, pointer }) => who.call('POST', `/api/staff/studio/changes/${change}/condition-reaches`, at);

async function reachOf(condition: string): Promise<ConditionReach> {
  const at = `/api/staff/studio/changes/${change}/file`;
  const { text, hash } = (await editor.call('GET', `${at}?path=${file}`)).json<{ text: string; hash: string }>();
  const value = JSON.parse(text) as { properties: Record<string, object> };
  value.properties['payDay'] = { ...value.properties['payDay'], 'x-when': condition };
  const saved = await editor.call('PUT', at, { path: file, basedOn: hash, text: JSON.stringify(value, undefined, 2) });
  expect(saved.json()).toMatchObject({ state: expect.stringMatching(/saved|merged/) });
  return (await reach(editor)).json<ConditionReach>();
}

test('T07 fewer than ten are not told apart from none, nor from all', async () => {
  expect(await reachOf("self.jobType == 'contractWorker'")).toEqual({ state: 'few', considered: 10, fields: [] });
  expect(await reachOf("self.jobType == 'student'")).toEqual({ state: 'nearlyAll', considered: 10, fields: [] });
});

test.each([
  ["has(identity.idNumber) && identity.idNumber == '1'", 'identity.idNumber'],
  ["identity == identity || self.jobType == 'student'", 'identity'],
  ["identity['idNumber'] == '1'", 'identity'],
])('T07 %s is refused: it reads something sensitive', async (condition, field) => {
  expect(await reachOf(condition)).toEqual({ state: 'sensitive', fields: [field] });
});

test.each(["session.isReloan || self.jobType == 'student'", 'true || today > constants.none', 'size(session) > 0'])(
  'T07 %s is refused: no stored application has what it reads',
  async (condition) => {
    expect((await reachOf(condition)).state).toBe('unanswerable');
  },
);

test('T07 who may not run backtests may not ask, and nobody asks about what is not there', async () => {
  expect((await reach(translator)).statusCode).toBe(403);
  expect((await reach(editor, { file, pointer: '/properties/none/x-when' })).statusCode).toBe(404);
});

test('T07 each question that is answered is audited, and an hour has a limit', async () => {
  await reachOf("self.jobType == 'student'");
  const answers = await Promise.all(Array.from({ length: 35 }, () => reach(editor)));
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes).toContain(429);
  const audited = await server.deps.db.selectFrom('audit_rows').selectAll().where('action', '=', 'change.conditionReached').execute();
  expect(audited).toHaveLength(30);
  expect(JSON.stringify(audited[0])).toContain('x-when');
});

test('T07 the same people give the same number, and one person more or less tells nothing about them', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => `person${index}`);
  expect(blurred(500, people(200))).toEqual(blurred(500, people(200).toReversed()));
  const numbers = Array.from({ length: 20 }, (_, more) => blurred(500, people(200 + more)).holds ?? 0);
  expect(new Set(numbers.map((each) => each % 10))).toEqual(new Set([0]));
  // The number does not rise with each ten: where it does, nobody learns who was the tenth.
  expect(numbers.toSorted((one, other) => one - other)).not.toEqual(numbers);
  expect(blurred(500, people(9))).toEqual({ state: 'few', considered: 500 });
  expect(blurred(500, people(491))).toEqual({ state: 'nearlyAll', considered: 500 });
  expect(blurred(9, people(5))).toEqual({ state: 'tooFew' });
});
