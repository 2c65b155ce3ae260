import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { audit } from './audit/audit.ts';
import { type CsvCell, csvFile } from './csv.ts';
import type { Deps } from './deps.ts';
import { todayOf } from './time.ts';

/** Nobody works through a longer file in a day. */
export const mostExported = 10_000;

interface Exported {
  /** File name without the day. */
  name: string;
  audited: { actor: string; action: string; subject: string; detail?: object };
  headings: readonly string[];
  /** Number of rows, counted up to one more than `mostExported`. */
  found: number;
  /** The first `mostExported` rows. */
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>;
}

/**
 * Sends a list as a CSV file that is inert in spreadsheets, after the audit log has recorded who exported which rows. The header
 * `hakbang-more` signals that the file is truncated.
 */
export async function answerCsv(deps: Deps, reply: FastifyReply, { name, audited, headings, found, pages }: Exported): Promise<Readable> {
  const detail = { ...audited.detail, rows: Math.min(found, mostExported) };
  await deps.db.transaction().execute((tx) => audit(tx, deps, { ...audited, detail }));
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${todayOf(deps)}.csv"`)
    .header('hakbang-more', String(found > mostExported));
  return Readable.from(csvFile(headings, pages));
}
