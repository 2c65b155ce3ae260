import { createHash } from 'node:crypto';

/** The content of an audit row, without its place in the chain. */
export interface AuditEntry {
  at: Date;
  actor: string;
  action: string;
  subject: string;
  /** JSON with sorted keys. */
  detail: string;
}

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Hash before the first row. */
export const emptyHash = sha256('');

/** Serialises an entry as a JSON array, so that no two different entries share a text. */
export const canonical = ({ at, actor, action, subject, detail }: AuditEntry): string =>
  JSON.stringify([at.toISOString(), actor, action, subject, detail]);

/** The database computes the same hash on insert (append.ts). */
export const chainedHash = (before: Uint8Array, id: number, entry: AuditEntry): Buffer => sha256(before, `${id}${canonical(entry)}`);

/** Serialises JSON with sorted keys at every depth, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
