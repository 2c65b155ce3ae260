import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import type { DrawnGraphs } from '../../../server/contract/staff/studioGraph.ts';
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
