import { createHash, randomBytes } from 'node:crypto';
import type { Entry } from '../messages.ts';
import type { StagePerson } from './applicant.ts';

const ticketMs = 60_000;
const mostTickets = 200;
const mostPasses = 500;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const secret = () => randomBytes(24).toString('base64url');

/** An entry, and who enters. */
interface Admitted extends Entry {
  person?: StagePerson | undefined;
  /** The session plays a device without a network. */
  isOffline?: boolean;
}

/** Drops the oldest entries of a map that grows by itself. */
function keepLatest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/**
 * Who may see a stage. A ticket is given to the studio and starts one session within a minute; the pass in the session's cookie is asked for
 * by every page. Neither is kept anywhere else, so both end with the process.
 */
export class Passes {
  private readonly tickets = new Map<string, { entry: Admitted; until: number }>();
  private readonly passes = new Map<string, Admitted>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  ticketFor(entry: Admitted): string {
    const ticket = secret();
    this.tickets.set(hashOf(ticket), { entry, until: this.now() + ticketMs });
    keepLatest(this.tickets, mostTickets);
    return ticket;
  }

  /** Takes a ticket, which is used up. Undefined if it is unknown, used or late. */
  take(ticket: string): Admitted | undefined {
    const key = hashOf(ticket);
    const found = this.tickets.get(key);
    this.tickets.delete(key);
    const now = this.now();
    return found && now < found.until && now < found.entry.until ? found.entry : undefined;
  }

  passFor(entry: Admitted): string {
    const pass = secret();
    this.passes.set(hashOf(pass), entry);
    keepLatest(this.passes, mostPasses);
    return pass;
  }

  /** The session of a pass, if it has not ended. */
  entryOf(pass: string | undefined): Admitted | undefined {
    const found = pass === undefined ? undefined : this.passes.get(hashOf(pass));
    return found && this.now() < found.until ? found : undefined;
  }

  /** Ends everything that came by a link. */
  endLink(link: string): number {
    const ended = [...this.passes].filter(([, entry]) => entry.link === link);
    for (const [key] of ended) this.passes.delete(key);
    for (const [key, { entry }] of this.tickets) if (entry.link === link) this.tickets.delete(key);
    return ended.length;
  }
}
