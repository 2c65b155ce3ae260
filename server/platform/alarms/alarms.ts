import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { dayIn } from '../../../engine/config/days.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { Db } from '../db/database.ts';

/** Deletes alarms acknowledged before one time or last raised before another. */
export async function sweepAlarms(db: Db, acknowledgedBefore: Date, raisedBefore: Date): Promise<void> {
  await db
    .deleteFrom('alarms')
    .where((or) => or.or([or('acknowledged_at', '<', acknowledgedBefore), or('last_at', '<', raisedBefore)]))
    .execute();
}

export interface Alarm {
  kind: string;
  /** Affected entity, as in the audit log: `customer:<id>`. No personal data. */
  subject: string;
  /** Ids, amounts and codes that help staff investigate. No personal data. */
  detail?: Readonly<Record<string, unknown>>;
  /** Logged only, never stored: an error message may quote personal data. */
  err?: unknown;
  /** Seconds for which the log skips further lines of this kind and subject. By default, every alarm is logged. */
  quietSeconds?: number;
}

interface Pending extends Pick<Alarm, 'kind' | 'subject' | 'detail'> {
  message: string;
  at: Date;
  count: number;
}

/** Subject that collects alarms once a flood makes too many subjects to list one by one. */
const others = 'others';
const subjectsADay = 200;
const pendingAtMost = 1000;
const rememberedLines = 10_000;

/**
 * Notifies staff of an event that needs a person: a log line, and a row in `alarms` that staff acknowledge. Raising an alarm never waits,
 * never fails and never joins the caller's transaction. Rows are written one at a time outside that transaction, so a flood costs one
 * connection and an alarm survives a rollback.
 */
export class Alarms {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'random' | 'log'>;
  readonly #pending = new Map<string, Pending>();
  readonly #quietUntil = new Map<string, Date>();
  /** Restores this context, so that a write never runs inside the caller's transaction. */
  readonly #beside = AsyncLocalStorage.snapshot();
  #writing: Promise<void> | undefined;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'log'>) {
    this.#deps = deps;
  }

  /** @param message a sentence for staff, the same for every alarm of a kind */
  raise(alarm: Alarm, message: string): void {
    const at = this.#deps.clock.now();
    this.#log(alarm, message, at);
    const { kind, subject, detail } = alarm;
    this.#keep({ kind, subject, ...(detail ? { detail } : {}), message, at, count: 1 });
    this.#writing ??= this.#beside(() => this.#write());
  }

  /** Waits until every raised alarm is written. Never call it inside a transaction. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  #log({ kind, subject, detail, err, quietSeconds = 0 }: Alarm, message: string, at: Date): void {
    const key = `${kind} ${subject}`;
    const until = this.#quietUntil.get(key);
    if (until && at < until) return;
    if (this.#quietUntil.size >= rememberedLines) this.#quietUntil.clear();
    if (quietSeconds > 0) this.#quietUntil.set(key, addSeconds(at, quietSeconds));
    this.#deps.log.error({ alarm: kind, subject, ...detail, ...(err === undefined ? {} : { err }) }, message);
  }

  #keep(alarm: Pending): void {
    const keyed = (subject: string) => `${alarm.kind} ${subject} ${dayIn('UTC', alarm.at)}`;
    const isKnown = this.#pending.has(keyed(alarm.subject));
    const subject = isKnown || this.#pending.size < pendingAtMost ? alarm.subject : others;
    const count = alarm.count + (this.#pending.get(keyed(subject))?.count ?? 0);
    this.#pending.set(keyed(subject), { ...alarm, subject, count });
  }

  async #write(): Promise<void> {
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#record(next);
    } finally {
      this.#writing = undefined;
    }
  }

  #next(): Pending | undefined {
    const [first] = this.#pending;
    if (!first) return undefined;
    const [key, alarm] = first;
    this.#pending.delete(key);
    return alarm;
  }

  async #record({ kind, subject, detail = {}, message, at, count }: Pending): Promise<void> {
    const { db, clock, random, log } = this.#deps;
    const day = dayIn('UTC', at);
    await sql`
      insert into alarms (id, kind, subject, day, message, detail, count, first_at, last_at)
      select ${uuidV7(clock, random)}, ${kind},
        case when ${subject} in (select subject from alarms where kind = ${kind} and day = ${day})
          or (select count(*) from alarms where kind = ${kind} and day = ${day}) < ${subjectsADay} then ${subject} else ${others} end,
        ${day}::date, ${message}, ${json(detail)}, ${count}::integer, ${at}::timestamptz, ${at}::timestamptz
      on conflict (kind, subject, day) do update
        set count = alarms.count + excluded.count, last_at = excluded.last_at, detail = excluded.detail`
      .execute(db)
      // The log line was already written.
      .catch((err: unknown) => log.warn({ kind, subject, err }, 'an alarm could not be recorded'));
  }
}
