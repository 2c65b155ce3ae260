import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../../server/platform/db/database.ts';
import type { SandboxTransfer } from '../../../server/ports/sandbox/transfer.ts';

/** A small database of an earlier version, and its files. */
export interface Dump {
  /** Names of its migrations. */
  migrations: string[];
  madeAt: string;
  tables: Record<string, Record<string, unknown>[]>;
  /** By path, in base64. */
  files: Record<string, string>;
  transfers: { payout: SandboxTransfer[]; collection: SandboxTransfer[] };
  /** The people that the test uses. */
  people: { halfWay: Person; withLoan: Person & { loanId: string }; staff: string };
}

interface Person {
  customerId: string;
  phone: string;
}

const tableNames = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations' order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

/** Every row as JSON, without the compressed copies of a release's parts, which are derived from the bodies. */
export async function dumpTables(db: Db): Promise<Dump['tables']> {
  const tables: Dump['tables'] = {};
  for (const name of await tableNames(db)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(each) as row from ${sql.table(name)} each`.execute(db);
    tables[name] = rows.map(({ row }) => (name === 'release_parts' ? { ...row, brotli: '\\x', gzip: '\\x' } : row));
  }
  return tables;
}

/** Restores rows into empty tables, bypassing triggers and foreign keys, which expect rows one by one. */
export async function restoreTables(db: Db, tables: Dump['tables']): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const [name, rows] of Object.entries(tables)) {
      const filled = name === 'release_parts' ? rows.map(withCompressed) : rows;
      await sql`delete from ${sql.table(name)}`.execute(tx);
      await sql`insert into ${sql.table(name)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(filled)}::text::jsonb)`.execute(tx);
    }
    await continueSequences(tx);
  });
}

function withCompressed(row: Record<string, unknown>): Record<string, unknown> {
  const body = Buffer.from(String(row['body']));
  const brotli = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return { ...row, brotli: `\\x${brotli.toString('hex')}`, gzip: `\\x${gzipSync(body).toString('hex')}` };
}

async function continueSequences(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    with own as materialized (
      select table_name as "table", column_name as "column" from information_schema.columns where table_schema = current_schema()
    ), sequences as materialized (
      select "table", "column", pg_get_serial_sequence(quote_ident("table"), "column") as sequence from own
    )
    select * from sequences where sequence is not null`.execute(db);
  for (const { table, column, sequence } of rows) {
    await sql`select setval(${sequence}::regclass, coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0) + 1, false)`.execute(
      db,
    );
  }
}

export const filesIn = (folder: string): Dump['files'] =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')]),
  );

const windowBits = 24;

/** One compression window over everything, because the sources of a release repeat in its parts. */
export const pack = (dump: Dump): Buffer =>
  brotliCompressSync(Buffer.from(JSON.stringify(dump)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: windowBits },
  });

export const unpack = (bytes: Buffer): Dump => JSON.parse(brotliDecompressSync(bytes).toString()) as Dump;
