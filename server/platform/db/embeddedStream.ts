import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

export const engineGone = 'The embedded database stopped';

const gone = new WeakSet<PGlite>();

const severityPanic = Buffer.from('VPANIC\0');

/** Whether an error message of the protocol has the severity PANIC. Texts in rows may hold the same bytes, so messages are walked. */
function hasPanic(answer: Buffer): boolean {
  if (!answer.includes(severityPanic)) return false;
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readUInt32BE(at + 1)) {
    const isError = answer[at] === 'E'.charCodeAt(0);
    if (isError && answer.subarray(at + 5, at + 1 + answer.readUInt32BE(at + 1)).includes(severityPanic)) return true;
  }
  return false;
}

/**
 * Lets the driver of PostgreSQL speak to a PGlite in our own process as if through a socket. So both databases have one driver, and the
 * embedded one statements that are parsed once: a select by key takes 120 µs of processor time instead of 430, which `PGlite.query`
 * spends on describing it each time.
 */
class EmbeddedStream extends EventEmitter {
  readonly #pglite: PGlite;
  #corked = 0;
  #waiting: Uint8Array[] = [];
  writable = true;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): void {
    queueMicrotask(() => this.emit('connect'));
  }

  cork(): void {
    this.#corked += 1;
  }

  uncork(): void {
    this.#corked -= 1;
    this.#flush();
  }

  write(bytes: Uint8Array, done?: () => void): boolean {
    this.#waiting.push(bytes);
    this.#flush();
    done?.();
    return true;
  }

  end(): void {
    this.writable = false;
    queueMicrotask(() => this.emit('close'));
  }

  destroy(): void {
    this.end();
  }

  /** Messages that belong together go in one call; answers come in the order of the calls, since each is done at once. */
  #flush(): void {
    if (this.#corked > 0 || this.#waiting.length === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    if (gone.has(this.#pglite)) return this.#giveUp();
    this.#pglite.execProtocolRaw(bytes).then(
      (answer) => this.#deliver(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)),
      () => this.#giveUp(),
    );
  }

  #deliver(answer: Buffer): void {
    if (hasPanic(answer)) return this.#giveUp();
    if (answer.length > 0) this.emit('data', answer);
  }

  /** A server would restart after a panic (a disk that is full while the log is written); an engine in our process cannot. */
  #giveUp(): void {
    gone.add(this.#pglite);
    this.emit('error', Object.assign(new Error(`${engineGone}; restart this process`), { code: '57P02' }));
  }

  // What only a socket has.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}

/** A connection to a PGlite for `pg.Client` (`stream`). It uses no more of a stream than there is here. */
export const embeddedStream = (pglite: PGlite): Duplex => new EmbeddedStream(pglite) as unknown as Duplex;
