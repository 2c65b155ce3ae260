import { createHash, randomBytes } from 'node:crypto';
import type { Entry } from '../messages.ts';
import type { StagePerson } from './applicant.ts';

const ticketMs = 60_000;
const mostTickets = 200;
const mostPasses = 500;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
const secret = () => randomBytes(24).toString('base64url');

/** An entry, and the person who enters. */
interface Admitted extends Entry {
  person?: StagePerson | undefined;
  /** The session simulates a device without a network. */
  isOffline?: boolean;
}

/** Evicts the oldest entries of a map, so that it does not grow without bound. */
function keepLatest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/**
 * Decides who may see a stage. The studio gets a ticket, which starts one session within a minute; every page requires the pass in the
 * session's cookie. Both are kept in memory only, so they end with the process.
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

  /** Consumes a ticket. Undefined if it is unknown, used or expired. */
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

  /** Ends every session that was opened with a link. */
  endLink(link: string): number {
    const ended = [...this.passes].filter(([, entry]) => entry.link === link);
    for (const [key] of ended) this.passes.delete(key);
    for (const [key, { entry }] of this.tickets) if (entry.link === link) this.tickets.delete(key);
    return ended.length;
  }
}
