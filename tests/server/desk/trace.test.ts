import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DecisionTrace } from '../../../server/contract/staff/trace.ts';
import { edited, shippedFiles, startProduct, type ProductApp } from '../support/product.ts';
import { referred } from '../support/referred.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: ProductApp;
let underwriter: StaffMember;
beforeAll(async () => {
  server = await startProduct();
  underwriter = await staffMember(server, 'underwriter');
});
afterAll(() => server.close());

const traceOf = async (id: string) => (await underwriter.call('GET', `/api/staff/applications/${id}/decision-trace`)).json<DecisionTrace>();

interface Table {
  rows: { when?: string; outcome: Record<string, unknown> }[];
}

test("D04 each row of the decision table says whether it held, in the release of that day and in today's", async () => {
  const first = await referred(server);
  const { id } = await referred(server, { identity: { idNumber: first.idNumber } });
  const trace = await traceOf(id);
  expect(trace).toMatchObject({ row: 'identityShared', factsKept: true });
  expect(trace.current).toBeUndefined();
  expect(trace.facts).toContainEqual({ id: 'identityShared', value: 'true' });
  expect(trace.original.rows[3]).toEqual({
    name: 'identityShared',
    when: 'has(facts.identityShared) && facts.identityShared',
    held: 'yes',
    decides: true,
    decision: 'referred',
    reason: 'Your ID has to be confirmed',
  });
  expect(trace.original.rows.filter(({ held }) => held === 'yes').map(({ decision }) => decision)).toEqual([
    'referred',
    'referred',
    'accepted',
    'referred',
  ]);
  expect(trace.original.rows[8]).toMatchObject({ decision: 'accepted', limitCents: 300_000, decides: false });

  await server.publish(
    edited<Table>(shippedFiles(), 'flows/decisions/underwriting.decisions.json', ({ rows }) => {
      rows.splice(3, 1);
      const students = rows.find(({ when }) => when === "work.jobType == 'student'");
      if (students) students.outcome = { decision: 'referred', reason: 'incomeToConfirm' };
    }),
  );
  const later = await traceOf(id);
  expect(later.original.rows[3]).toMatchObject({ decides: true });
  expect(later.current?.rows.find(({ decides }) => decides)).toMatchObject({
    when: "work.jobType == 'student'",
    decision: 'referred',
    reason: 'Your income has to be confirmed',
  });
});
