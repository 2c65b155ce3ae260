import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxTransfer } from './transfer.ts';
import { errorCode } from '../../platform/errorCode.ts';

/** Storage of a sandbox's transfers. Synchronous, so that each call is atomic. */
export interface TransferStore {
  /** Stores a new transfer, or returns the stored one with the same reference. */
  add(transfer: SandboxTransfer): SandboxTransfer;
  find(reference: string): SandboxTransfer | undefined;
  save(transfer: SandboxTransfer): void;
  all(): SandboxTransfer[];
}

export function memoryStore(): TransferStore {
  const transfers = new Map<string, SandboxTransfer>();
  return {
    add(transfer) {
      const known = transfers.get(transfer.reference);
      if (known) return known;
      transfers.set(transfer.reference, transfer);
      return transfer;
    },
    find: (reference) => transfers.get(reference),
    save: (transfer) => void transfers.set(transfer.reference, transfer),
    all: () => [...transfers.values()],
  };
}

/**
 * Stores one file per transfer, so that transfers survive the process and several processes share one sandbox. A file is created atomically
 * (a link to a finished file), so exactly one of two concurrent creations wins. `isFinal` marks transfers that need not be read again.
 */
export function folderStore(folder: string, isFinal: (transfer: SandboxTransfer) => boolean): TransferStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settled = new Map<string, SandboxTransfer>();
  const nameOf = (reference: string) => `${createHash('sha256').update(reference).digest('hex').slice(0, 40)}.json`;
  const read = (name: string): SandboxTransfer => {
    const known = settled.get(name);
    if (known) return known;
    const transfer = JSON.parse(readFileSync(join(folder, name), 'utf8')) as SandboxTransfer;
    if (isFinal(transfer)) settled.set(name, transfer);
    return transfer;
  };
  const draftOf = (transfer: SandboxTransfer) => {
    const draft = join(folder, `${randomUUID()}.tmp`);
    writeFileSync(draft, JSON.stringify(transfer), { mode: 0o600 });
    return draft;
  };
  return {
    add(transfer) {
      const name = nameOf(transfer.reference);
      const draft = draftOf(transfer);
      try {
        linkSync(draft, join(folder, name));
        return transfer;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        return read(name);
      } finally {
        rmSync(draft, { force: true });
      }
    },
    find(reference) {
      const name = nameOf(reference);
      return existsSync(join(folder, name)) ? read(name) : undefined;
    },
    save: (transfer) => renameSync(draftOf(transfer), join(folder, nameOf(transfer.reference))),
    all: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map(read),
  };
}
