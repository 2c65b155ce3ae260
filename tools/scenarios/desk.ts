import { atDesk, type Staff } from '../../tests/e2e/support/staff.ts';
import type { RunningServer } from '../../tests/e2e/support/server.ts';

const desks = new WeakMap<RunningServer, Map<string, Promise<Staff>>>();

/** Somebody of staff in this role, logged in once for each server. */
export function desk(server: RunningServer, role: 'underwriter' | 'support'): Promise<Staff> {
  const roles = desks.get(server) ?? new Map<string, Promise<Staff>>();
  desks.set(server, roles);
  const known = roles.get(role) ?? atDesk(server, role);
  roles.set(role, known);
  return known;
}

/** Who sat there has gone home when the day was moved. */
export const leaveDesk = (server: RunningServer): boolean => desks.delete(server);

/** What staff did to an application, newest last. */
export interface ApplicationFile {
  application: { id: string; state: string; reason?: string };
  events: { event: string; from: string; to: string }[];
}
