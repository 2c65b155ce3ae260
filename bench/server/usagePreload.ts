import pg from 'pg';

/** A server's resource usage since its start. */
export interface Usage {
  /** CPU time of the process, all threads. */
  cpuMs: number;
  /** Statements sent to the database, including `begin` and `commit`. */
  statements: number;
  /** Resident memory of the process, all threads. */
  rssMegabytes: number;
}

let statements = 0;
pg.Client.prototype.query = new Proxy(Reflect.get(pg.Client.prototype, 'query'), {
  apply: (query, client, given) => {
    statements += 1;
    return Reflect.apply(query, client, given) as unknown;
  },
});

// Preloaded into the server (`node --import`), whose code does not know about it.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, statements, rssMegabytes: process.memoryUsage().rss / 2 ** 20 } satisfies Usage);
});
process.channel?.unref();
