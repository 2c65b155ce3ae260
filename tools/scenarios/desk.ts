import { atDesk, type Staff } from '../../tests/e2e/support/staff.ts';
import type { RunningServer } from '../../tests/e2e/support/server.ts';

const desks = new WeakMap<RunningServer, Map<string, Promise<Staff>>>();

/** A staff account with this role, logged in once per server. */
export function desk(server: RunningServer, role: 'underwriter' | 'support'): Promise<Staff> {
  const roles = desks.get(server) ?? new Map<string, Promise<Staff>>();
  desks.set(server, roles);
  const known = roles.get(role) ?? atDesk(server, role);
  roles.set(role, known);
  return known;
}

/** Ends the staff sessions, because they do not survive a moved clock. */
export const logOutDesk = (server: RunningServer): boolean => desks.delete(server);

/** Staff's events on an application, newest last. */
export interface ApplicationFile {
  application: { id: string; state: string; reason?: string };
  events: { event: string; from: string; to: string }[];
}
