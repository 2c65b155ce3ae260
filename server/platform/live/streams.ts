import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../http/types.ts';
import { fail } from '../problem.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { readNow } from './versions.ts';

/** Names that a topic covers, as the database counts them, by topic. */
export type Followed = ReadonlyMap<string, readonly string[]>;

interface Follower {
  stream: PassThrough;
  session: string;
  role: StaffSession['role'];
  followed: Followed;
  /** The versions that the client knows. */
  sent: Map<string, number>;
  endsAtMs: number;
  wroteAtMs: number;
}

/** Interval at which the node polls the database while anybody follows anything. */
const everyMs = 2000;
/** Shorter than the idle timeouts of proxies, and than our own (STALL_SECONDS). */
const heartbeatMs = 10_000;
const lastsMs = 5 * 60_000;
/** Spreads reconnects, so that clients that came together after a restart do not come back together. */
const spreadMs = 60_000;
/** Maximum number of visible windows per person. */
const mostOfSession = 4;

/** Why a stream ends. After `leaving` and `time` the client may reconnect at once. */
type End = 'leaving' | 'time' | 'session';

/** The streams of a node. All of them share one query. */
export class LiveStreams {
  readonly #app: App;
  readonly #followers = new Set<Follower>();
  #isWatching = false;

  constructor(app: App) {
    this.#app = app;
  }

  get count(): number {
    return this.#followers.size;
  }

  /** Begins a stream. Refuses with `tooFrequent` if there are too many, or the node is about to stop. */
  open({ tokenHash, role }: StaffSession, followed: Followed): Readable {
    const { isLeaving, deps } = this.#app;
    const session = Buffer.from(tokenHash).toString('hex');
    const own = [...this.#followers].filter((each) => each.session === session);
    if (isLeaving || this.count >= deps.settings.limits.maxStreams || own.length >= mostOfSession)
      return fail('tooFrequent', { params: { seconds: 30 } });
    const now = performance.now();
    const stream = new PassThrough();
    const follower: Follower = {
      stream,
      session,
      role,
      followed,
      sent: new Map(),
      endsAtMs: now + lastsMs + deps.random.below(spreadMs),
      wroteAtMs: now,
    };
    this.#followers.add(follower);
    stream.once('close', () => this.#followers.delete(follower));
    stream.write(': hello\n\n');
    if (!this.#isWatching) void this.#watch();
    return stream;
  }

  endAll(why: End): void {
    for (const follower of this.#followers) this.#end(follower, why);
  }

  /** Polls until nobody follows anything. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    while (this.count > 0) {
      await wait(everyMs, undefined, { ref: false });
      if (this.#app.isLeaving) this.endAll('leaving');
      // After a failure, clients hear nothing and poll by themselves.
      else await this.#look().catch((error: unknown) => this.#app.deps.log.warn({ err: error }, 'cannot tell what changed'));
    }
    this.#isWatching = false;
  }

  async #look(): Promise<void> {
    const followers = [...this.#followers];
    const { versions, roles } = await readNow(this.#app.deps, [...new Set(followers.map(({ session }) => session))]);
    for (const follower of followers) this.#tell(follower, versions, roles);
  }

  #tell(follower: Follower, versions: ReadonlyMap<string, number>, roles: ReadonlyMap<string, StaffSession['role']>): void {
    const now = performance.now();
    if (roles.get(follower.session) !== follower.role) return this.#end(follower, 'session');
    if (now > follower.endsAtMs) return this.#end(follower, 'time');
    const changed = [...follower.followed].flatMap(([topic, names]) => {
      const version = names.reduce((sum, name) => sum + (versions.get(name) ?? 0), 0);
      return follower.sent.get(topic) === version ? [] : [[topic, version] as const];
    });
    for (const [topic, version] of changed) follower.sent.set(topic, version);
    if (changed.length > 0) this.#write(follower, event('changed', Object.fromEntries(changed)));
    else if (now > follower.wroteAtMs + heartbeatMs) this.#write(follower, ':\n\n');
  }

  #write(follower: Follower, text: string): void {
    follower.wroteAtMs = performance.now();
    // A full buffer means that nobody reads the stream.
    if (!follower.stream.write(text)) follower.stream.destroy();
  }

  #end({ stream }: Follower, why: End): void {
    stream.end(event('end', why));
  }
}

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
