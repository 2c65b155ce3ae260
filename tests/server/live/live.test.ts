import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { topics } from '../../../server/contract/staff/live.ts';
import { sumUpVersions } from '../../../server/platform/live/versions.ts';
import { withPlatform } from '../../../server/platform/areas.ts';
import { logoutStaff, resolveStaff } from '../../../server/platform/staff/sessions.ts';
import { startDesk, type DeskApp } from '../support/desk.ts';
import { referredBorrower } from '../support/review.ts';
import { type StaffMember, staffMember } from '../support/staff.ts';

let server: DeskApp;
let origin: string;
let ana: StaffMember;
const open = new Set<AbortController>();
beforeEach(async () => {
  server = await startDesk();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  ana = await staffMember(server, 'underwriter', 'ana');
});
afterEach(async () => {
  for (const each of open) each.abort();
  open.clear();
  await server.close();
});

interface Event {
  event: string;
  data: unknown;
}

/** Subscribes to topics like a browser. */
async function follow({ token }: StaffMember, names = 'work') {
  const aborting = new AbortController();
  open.add(aborting);
  const response = await fetch(`${origin}/api/staff/changes?topics=${names}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborting.signal,
  });
  const events: Event[] = [];
  let isOver = false;
  const reading = (async () => {
    let rest = '';
    for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      const parts = (rest + Buffer.from(bytes).toString()).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
        if (event) events.push({ event, data: JSON.parse(data) });
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return {
    response,
    events,
    reading,
    isOver: () => isOver,
    stop: () => aborting.abort(),
    has: (count: number) => vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(count), 8000),
  };
}

const versionOf = ({ data }: Event): number => (data as { work: number }).work;

test('D02 a screen hears that something changed in a queue of its role, and nothing else', async () => {
  const support = await staffMember(server, 'support');
  const [hers, others] = [await follow(ana), await follow(support)];
  expect(hers.response.headers.get('content-type')).toBe('text/event-stream');
  await Promise.all([hers.has(1), others.has(1)]);
  await referredBorrower(server);
  await hers.has(2);
  expect(hers.events.map(({ event, data }) => [event, Object.keys(data as object)])).toEqual([
    ['changed', ['work']],
    ['changed', ['work']],
  ]);
  expect(versionOf(hers.events[1]!)).toBeGreaterThan(versionOf(hers.events[0]!));
  // Applications are not work for customer service.
  expect(others.events).toHaveLength(1);
});

test('D02 one query serves all streams of a node', async () => {
  const asked = vi.spyOn(server.deps.db, 'getExecutor');
  const streams = await Promise.all([follow(ana), follow(ana, 'work,approvals'), follow(await staffMember(server, 'support'))]);
  await Promise.all(streams.map((stream) => stream.has(1)));
  asked.mockClear();
  await new Promise((resolve) => setTimeout(resolve, 4500));
  expect([1, 2, 3]).toContain(asked.mock.calls.length);
  asked.mockRestore();
});

test('N08 the stream ends with the session', async () => {
  const stream = await follow(ana);
  await stream.has(1);
  const session = await resolveStaff(server.deps, { headers: { authorization: `Bearer ${ana.token}` }, cookies: {} } as never);
  await logoutStaff(server.deps, session);
  await stream.reading;
  expect(stream.events.at(-1)).toEqual({ event: 'end', data: 'session' });
  expect((await follow(ana)).response.status).toBe(401);
});

test('N08 streams are bounded: four windows of one session', async () => {
  const four = await Promise.all([1, 2, 3, 4].map(() => follow(ana)));
  const fifth = await follow(ana);
  expect([fifth.response.status, fifth.response.headers.get('retry-after')]).toEqual([429, '30']);
  four[0]?.stop();
  await vi.waitFor(async () => expect((await follow(ana)).response.status).toBe(200), 5000);
});

test('a node that drains ends its streams and begins no other', async () => {
  const stream = await follow(ana);
  server.app.isLeaving = true;
  await stream.reading;
  expect(stream.events.at(-1)).toEqual({ event: 'end', data: 'leaving' });
  expect((await follow(ana)).response.status).toBe(429);
});

test('a node that stops does not wait for its streams', async () => {
  const stream = await follow(ana);
  const startedAt = performance.now();
  await server.app.close();
  await stream.reading;
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(stream.events.at(-1)).toEqual({ event: 'end', data: 'leaving' });
});

test('versions of database processes that are gone are summed up, and none becomes smaller', async () => {
  const { db } = server.deps;
  await referredBorrower(server);
  const stream = await follow(ana);
  await stream.has(1);
  await sql`update topic_versions set changed_at = now() - interval '2 days'`.execute(db);
  await sumUpVersions.run(server.deps, {}, {} as never);
  await referredBorrower(server);
  await stream.has(2);
  expect(versionOf(stream.events[1]!)).toBeGreaterThan(versionOf(stream.events[0]!));
});

test('every topic that screens may follow belongs to an area', () => {
  expect(
    withPlatform([])
      .flatMap((area) => Object.keys(area.topics ?? {}))
      .toSorted(),
  ).toEqual([...topics].toSorted());
});
