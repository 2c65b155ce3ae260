import pg from 'pg';

/** What a server has used since it began. */
export interface Usage {
  /** Processor time of its process, all threads. */
  cpuMs: number;
  /** Statements sent to the database, `begin` and `commit` among them. */
  statements: number;
}

let statements = 0;
pg.Client.prototype.query = new Proxy(Reflect.get(pg.Client.prototype, 'query'), {
  apply: (query, client, given) => {
    statements += 1;
    return Reflect.apply(query, client, given) as unknown;
  },
});

// Loaded before the server (`node --import`), in which nothing knows of it.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000, statements } satisfies Usage);
});
process.channel?.unref();
