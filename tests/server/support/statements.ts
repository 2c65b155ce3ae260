import type { Db } from '../../../server/platform/db/database.ts';

/** Returns the SQL that runs on a database during `work`, except `begin` and `commit`. */
export async function statementsOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (use, options) =>
    provide((connection) => {
      const ask = connection.executeQuery.bind(connection);
      connection.executeQuery = (query, ...rest) => {
        statements.push(query.sql);
        return ask(query, ...rest);
      };
      return use(connection).finally(() => {
        connection.executeQuery = ask;
      });
    }, options);
  try {
    await work();
  } finally {
    executor.provideConnection = provide;
  }
  return statements;
}
