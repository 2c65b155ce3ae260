import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { audit } from '../../../server/platform/audit/audit.ts';
import type { ScreenTicket } from '../../../server/contract/schemas.ts';
import type { Queues } from '../../../server/platform/work/kind.ts';
import { deskRegistry } from '../../../server/deskRegistry.ts';
import { releaseOf } from '../../support/compiled.ts';
import { auditRows } from '../support/auditRows.ts';
import { deskFiles, startDesk, type DeskApp } from '../support/desk.ts';
import { edited } from '../support/product.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: DeskApp;
let ana: StaffMember;
beforeAll(async () => {
  server = await startDesk();
  ana = await staffMember(server, 'underwriter', 'ana');
});
afterAll(() => server.close());
beforeEach(async () => void (await server.deps.db.deleteFrom('work_items').execute()));

async function addItems(count: number, more: object = {}): Promise<void> {
  const begin = server.clock.now().getTime() - 86_400_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(begin + index * 1000);
    return { id: `i${index}`, kind: 'referred', subject: `s${index}`, number: `A-${index}`, opened_at: at, due_at: at, ...more };
  });
  for (let from = 0; from < count; from += 1000)
    await server.deps.db
      .insertInto('work_items')
      .values(rows.slice(from, from + 1000))
      .execute();
}

const save = (who: StaffMember, input: object) => who.call('POST', '/api/staff/work-exports', input);

test('D02 a queue is saved as CSV with its filter, in the words of the desk, and the audit log says what', async () => {
  await addItems(3);
  await server.deps.db
    .updateTable('work_items')
    .set({ tags: ['vip', 'callBack'], assigned_to: ana.id })
    .where('id', '=', 'i1')
    .execute();
  const answer = await save(ana, { queue: 'applications', tag: 'vip', sort: '-dueAt' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="applications-2026-03-10.csv"',
    'hakbang-more': 'false',
    'cache-control': 'no-store',
  });
  expect(answer.body).toBe(
    '\uFEFF"Number","Work","Since","Due","With","Assigned","Tags","Put off until","Why put off"\r\n' +
      '"A-1","Application","2026-03-09 12:00","2026-03-09 12:00","","ana","Important customer, Call back","",""\r\n',
  );
  const [row] = await auditRows(server.deps.db).selectAll().where('action', '=', 'work.exported').execute();
  expect(row).toMatchObject({ actor: `staff:${ana.id}`, subject: 'queue:applications' });
  expect(JSON.parse(row?.detail ?? '')).toEqual({ tag: 'vip', sort: '-dueAt', rows: 1 });
});

test('what somebody wrote into a row is inert in a spreadsheet', async () => {
  await addItems(1, { number: '=HYPERLINK("http://evil.example")' });
  expect((await save(ana, { queue: 'applications' })).body).toContain(`\r\n"'=HYPERLINK(""http://evil.example"")",`);
});

test('a long queue is saved in order, 10,000 rows at most, and the answer says that there are more', async () => {
  await addItems(10_050);
  const answer = await save(ana, { queue: 'applications' });
  const numbers = answer.body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, index) => `"A-${index}"`));
  expect(answer.headers['hakbang-more']).toBe('true');
});

test('D12 only of a queue of the own role', async () => {
  const [support, reviewer] = [await staffMember(server, 'support'), await staffMember(server, 'reviewer')];
  expect((await save(support, { queue: 'applications' })).statusCode).toBe(403);
  expect((await save(reviewer, { queue: 'applications' })).statusCode).toBe(403);
  expect((await save(ana, { queue: 'nowhere' })).statusCode).toBe(404);
  expect((await save(ana, { queue: 'applications', sort: 'number' })).statusCode).toBe(400);
});

test('D07 D12 a reviewer saves who revealed what, inert and audited, in the words of the screen; nobody else does', async () => {
  const { deps } = server;
  const reviewer = await staffMember(server, 'reviewer', 'rhea');
  const detail = { form: 'work', field: 'jobType', reason: '=1+1' };
  await deps.db
    .transaction()
    .execute((tx) => audit(tx, deps, { actor: `staff:${ana.id}`, action: 'answer.revealed', subject: 'application:a1', detail }));
  const answer = await reviewer.call('POST', '/api/staff/reveal-exports', {});
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="reveals-2026-03-10.csv"',
    'hakbang-more': 'false',
  });
  const [headings, row] = answer.body.split('\r\n');
  expect(headings).toBe('\uFEFF"Who","Application","Answer","Reason","When"');
  expect(row).toMatch(/^"ana","A-[^"]*","[^"]+","'=1\+1","2026-03-10 12:00"$/);
  const audited = await auditRows(deps.db).select(['actor', 'detail']).where('action', '=', 'reveals.exported').execute();
  expect(audited).toEqual([{ actor: `staff:${reviewer.id}`, detail: '{"rows":1}' }]);
  for (const who of [ana, await staffMember(server, 'admin')])
    expect((await who.call('POST', '/api/staff/reveal-exports', {})).statusCode).toBe(403);
});

test('D12 a file and actions on selected rows are offered to those who may call them', async () => {
  const { definition } = (await server.app.inject({ url: '/api/desk/screens?path=/queue' })).json<ScreenTicket>();
  const text = (await server.app.inject({ url: definition })).body;
  for (const id of ['staff.exportWork', 'staff.tagWork', 'staff.assignWork'])
    expect(text).toContain(`"when":"'${id}' in session.?operations.orValue([])"`);
});

test('D13 the columns of the file are JSON', async () => {
  const files = edited<Queues>(deskFiles(), 'flows/queues.json', (queues) => void (queues.export = ['dueAt', 'number']));
  const release = await releaseOf(files, deskRegistry);
  await server.desk.table.save(release, 'test');
  await server.desk.table.activate(release.hash, 'test', 'publish');
  await server.desk.releases.refresh();
  await addItems(1);
  expect((await save(ana, { queue: 'applications' })).body).toBe('\uFEFF"Due","Number"\r\n"2026-03-09 12:00","A-0"\r\n');
});
