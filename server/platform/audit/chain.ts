import { createHash } from 'node:crypto';

/** What a row says, before it has its place in the chain. */
export interface AuditEntry {
  at: Date;
  actor: string;
  action: string;
  subject: string;
  /** JSON with sorted names. */
  detail: string;
}

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Before the first row. */
export const emptyHash = sha256('');

/** One text for each entry: an array in JSON, so that no two entries can share one. */
export const canonical = ({ at, actor, action, subject, detail }: AuditEntry): string =>
  JSON.stringify([at.toISOString(), actor, action, subject, detail]);

/** The database computes the same when a row is written (append.ts). */
export const chainedHash = (before: Uint8Array, id: number, entry: AuditEntry): Buffer => sha256(before, `${id}${canonical(entry)}`);

/** JSON whose names are sorted at every depth: the same detail is always the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
