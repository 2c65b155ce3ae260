import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where commands on this machine reach a running server, and the token that they must present. */
export interface OperatorPlace {
  /** Path of a Unix socket, or name of a Windows pipe. */
  socket: string;
  token: string;
}

/** The file that holds the place. Only its owner can read it, like the database next to it. */
export const placeFile = (directory: string): string => join(directory, 'operator.json');

/** Unix limits the address of a socket to about 104 bytes. */
const maxSocketBytes = 100;

/** Chooses a socket that nobody else can reach or take: in the database's folder, or in a new folder if that path is too long. */
export function newPlace(directory: string): OperatorPlace & { remove(): void } {
  const token = randomBytes(32).toString('hex');
  if (process.platform === 'win32') return { socket: `\\\\.\\pipe\\hakbang-${randomBytes(16).toString('hex')}`, token, remove: () => {} };
  const own = join(directory, 'operator.sock');
  if (Buffer.byteLength(own) <= maxSocketBytes) {
    // We hold the lock on the database, so an earlier socket belongs to nobody.
    const remove = () => rmSync(own, { force: true });
    remove();
    return { socket: own, token, remove };
  }
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-'));
  return { socket: join(folder, 's'), token, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
