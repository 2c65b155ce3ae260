import type { RunningServer } from '../../tests/e2e/support/server.ts';
import { logOutDesk } from './desk.ts';

/** 10:00 in Manila, far from both midnights. */
export const morningOf = (day: string): string => `${day}T10:00:00+08:00`;

/** Moves the demo's clock forward. Returns the error, if any. */
async function forward({ url }: RunningServer, how: { to: string } | { advanceSeconds: number }): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/dev/clock`, { method: 'POST', headers, body: JSON.stringify(how) });
  return answer.ok ? undefined : answer.text();
}

/** Lets some time pass. */
export async function pass(server: RunningServer, advanceSeconds: number): Promise<void> {
  const refused = await forward(server, { advanceSeconds });
  if (refused !== undefined) throw new Error(refused);
}

/** Moves the clock forward to the morning of a day. Returns the error, if any. */
export function moveClockForward(server: RunningServer, day: string): Promise<string | undefined> {
  logOutDesk(server);
  return forward(server, { to: morningOf(day) });
}
