import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReviewState } from '../../../server/contract/staff/publishing.ts';
import type { ProductChange } from '../../../server/contract/staff/studio.ts';
import { withField } from '../support/edits.ts';
import { journey } from '../support/journey.ts';
import { ownNumbers } from '../support/lending.ts';
import { newBorrower, shippedFiles, type ProductApp } from '../support/product.ts';
import { staffMember } from '../support/staff.ts';
import { startStudio } from '../support/studio.ts';

let server: ProductApp;
beforeAll(async () => void (server = await startStudio()), 120_000);
afterAll(() => server.close());

const at = (id: string, more = '') => `/api/staff/studio/changes/${id}${more}`;

test('T11 publishing stops when many more people would start again than the reviewers saw', { timeout: 120_000 }, async () => {
  const [editor, reviewer] = [await staffMember(server, 'editor'), await staffMember(server, 'reviewer')];
  const early = await journey(server, await newBorrower(server));
  await early.walkTo('work', ownNumbers());
  const { id } = (await editor.call('POST', '/api/staff/studio/changes', { title: 'Ask for night shifts' })).json<ProductChange>();
  const shipped = shippedFiles();
  const asking = withField(shipped, 'work', 'nightShifts', {
    schema: { type: 'integer', minimum: 0, maximum: 7 },
    required: true,
    words: { label: 'Night shifts a week', errors: { required: 'Enter your night shifts.' } },
  });
  for (const { path, text } of asking) {
    if (shipped.some((file) => file.path === path && file.text === text)) continue;
    const { hash } = (await editor.call('GET', at(id, `/file?path=${path}`))).json<{ hash: string }>();
    expect((await editor.call('PUT', at(id, '/file'), { path, basedOn: hash, text })).json()).toMatchObject({ state: 'saved' });
  }
  expect((await editor.call('POST', at(id, '/request'), { carryOver: 'restart' })).json()).toEqual({ state: 'sent' });
  const { request } = (await editor.call('GET', at(id, '/review'))).json<ReviewState>();
  expect(request?.rehearsal).toMatchObject({ held: 1, restarted: 0 });
  const { release, verdict } = request ?? {};
  const said = { decision: 'approved', release, verdict, carryOver: 'restart', note: 'Nobody loses an answer.' };
  expect((await reviewer.call('POST', at(id, '/reviews'), said)).json()).toEqual({ state: 'approved' });
  // Meanwhile a borrower has answered the step.
  await early.walkTo('contact', ownNumbers());
  const refusal = { status: 409, code: 'moreDisturbed', params: { percent: 100 } };
  for (const way of ['/publication', '/rollout']) expect((await reviewer.call('POST', at(id, way))).json()).toMatchObject(refusal);
  expect(await server.table.activeHash()).not.toBe(release);
  expect((await editor.call('GET', at(id))).json<ProductChange>().state).toBe('sent');
});
