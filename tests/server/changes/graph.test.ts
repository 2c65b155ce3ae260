import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { ConditionContext, DrawnGraphs, ListedCondition } from '../../../server/contract/staff/studioGraph.ts';
import type { ProductApp } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
let editor: StaffMember;
const flow = 'flows/onboarding.flow.json';

beforeAll(async () => {
  server = await startStudio();
  editor = await staffMember(server, 'editor');
});
afterAll(() => server.close());

async function changeWith(from: string, to: string): Promise<DrawnGraphs> {
  const { id } = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Another way' })).json<ProductChange>();
  const file = `/api/staff/studio/changes/${id}/file`;
  const { text, hash } = (await editor.call('GET', `${file}?path=${flow}`)).json<{ text: string; hash: string }>();
  expect(text).toContain(from);
  await editor.call('PUT', file, { path: flow, basedOn: hash, text: text.replace(from, to) });
  return (await editor.call('GET', `/api/staff/studio/changes/${id}/graph`)).json<DrawnGraphs>();
}

const callTime = '"id": "callTime", ';

test('T08 the graph of a change has its own steps, the condition between them, and answers for both ways', async () => {
  const { graphs, fields, isExplored } = await changeWith(callTime, `${callTime}"when": "work.jobType == 'student'", `);
  expect(isExplored).toBe(true);
  const onboarding = graphs.find(({ id }) => id === 'onboarding');
  expect(onboarding?.nodes.find(({ id }) => id === 'step work')).toMatchObject({ label: 'Work and income', route: '/workInfo' });
  expect(onboarding?.nodes.find(({ id }) => id === 'choice callTime')).toMatchObject({ condition: "work.jobType == 'student'" });
  const ways = onboarding?.edges.filter(({ from }) => from === 'choice callTime');
  expect(ways).toMatchObject([
    { to: 'step callTime', kind: 'yes', example: [{ path: 'work.jobType', value: 'student' }] },
    { to: 'step address', kind: 'no', example: [{ path: 'work.jobType', value: expect.not.stringMatching('student') }] },
  ]);
  expect(fields).toMatchObject([
    { path: 'work.jobType', kind: 'text', options: expect.arrayContaining([{ value: 'student', label: 'Student' }]) },
  ]);
  const states = graphs.find(({ id }) => id === 'application');
  expect(states?.nodes.find(({ id }) => id === 'state rejected')).toMatchObject({ label: 'Not approved', isFinal: true });
  expect(states?.edges).toContainEqual(expect.objectContaining({ from: 'state referred', to: 'state accepted', event: 'accepted' }));
});

test('T08 what the explorer finds stands on the way that nobody goes', async () => {
  const { graphs } = await changeWith(callTime, `${callTime}"when": "size(identity.firstName) > 0 || today > '2020-01-01'", `);
  const onboarding = graphs.find(({ id }) => id === 'onboarding');
  const skipped = onboarding?.edges.find(({ from, kind }) => from === 'choice callTime' && kind === 'no');
  expect(skipped?.findings).toMatchObject([
    { code: 'always-true', file: flow, message: expect.stringContaining('"callTime" is never skipped') },
  ]);
});

test('T08 a change with errors is drawn as far as it can be read', async () => {
  const { graphs, isExplored } = await changeWith('"form": "work"', '"form": "wrok"');
  expect(isExplored).toBe(false);
  expect(graphs.find(({ id }) => id === 'onboarding')?.nodes.map(({ name }) => name)).toContain('work');
});

test('T07 the conditions of a change say what they decide, and one says what it can read', async () => {
  const { id } = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Conditions' })).json<ProductChange>();
  const all = (await editor.call('GET', `/api/staff/studio/changes/${id}/conditions`)).json<{ conditions: ListedCondition[] }>();
  expect(all.conditions[0]).toMatchObject({ governs: 'named', about: 'imageCodeAsked', file: 'flows/conditions.json' });
  const payDay = all.conditions.find(
    ({ pointer, file }) => file.endsWith('work.schema.json') && pointer === '/properties/payWeekday/x-when',
  );
  expect(payDay).toMatchObject({ governs: 'field', about: 'Pay day', name: 'payWeekday', cases: 'flows/cases/workForm.cases.json' });
  const at = `file=${payDay?.file}&pointer=${encodeURIComponent(payDay?.pointer ?? '')}`;
  const context = (await editor.call('GET', `/api/staff/studio/changes/${id}/condition?${at}`)).json<ConditionContext>();
  expect(context.named).toHaveProperty('isEmployed', "self.jobType == 'contractWorker'");
  expect(context.fields).toContainEqual(
    expect.objectContaining({ path: 'self.payCycle', label: 'How often are you paid?', isOptional: true, kind: 'text' }),
  );
  expect(context.fields.find(({ path }) => path === 'identity.idNumber')).toMatchObject({ isSensitive: true });
  const note = `file=schemas/forms/callTime.schema.json&pointer=${encodeURIComponent('/properties/note/x-when')}`;
  expect(context).toMatchObject({ name: 'payWeekday', governs: 'field', about: 'Pay day', cases: 'flows/cases/workForm.cases.json' });
  const unwritten = (await editor.call('GET', `/api/staff/studio/changes/${id}/condition?${note}`)).json();
  expect(unwritten).toMatchObject({ source: '', name: 'note', governs: 'field', cases: 'flows/cases/callTimeForm.cases.json' });
  const none = await editor.call('GET', `/api/staff/studio/changes/${id}/condition?file=flows/none.json&pointer=/when`);
  expect(none.statusCode).toBe(404);
});
