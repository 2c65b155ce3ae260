import { largestFileMb } from '../../../engine/config/largestFile.ts';
import type { WaitingFiles } from '../../../engine/react/waitingFiles.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';

/** The server reads no larger file. */
const maxBytes = largestFileMb * 1024 * 1024;
/** Space to leave free for drafts, which a full disk would break. */
const spareBytes = 20_000_000;

export interface WaitingFilesOptions {
  /** Encrypts its values; erased at logout, together with the files. */
  store: DraftStore;
  customerId: () => string | undefined;
  isOnline: WaitingFiles['isOnline'];
  onOnline: WaitingFiles['onOnline'];
}

interface StoredFile {
  type: string;
  /** Set only if the person chose the file by its name. */
  name?: string;
  purpose: string;
  base64: string;
}

/** Files stored next to the drafts, separately for each person. */
export function createWaitingFiles({ store, customerId, isOnline, onOnline }: WaitingFilesOptions): WaitingFiles {
  const inTurn = turns();
  const keyOf = (name: string) => `${customerId() ?? ''}.file.${name}`;
  return {
    keep: (name, waiting) => {
      const key = keyOf(name);
      return inTurn(key, async () => {
        const { file, purpose } = await waiting;
        if (file.size > maxBytes || !(await hasRoom())) return false;
        const kept: StoredFile = {
          type: file.type,
          purpose,
          base64: await base64Of(file),
          ...(file instanceof File ? { name: file.name } : {}),
        };
        return store.save(key, kept).then(
          () => true,
          () => false,
        );
      });
    },
    load: (name) => {
      const key = keyOf(name);
      return inTurn(key, async () => {
        const kept = (await store.load(key)) as StoredFile | undefined;
        return kept && { file: fileOf(kept), purpose: kept.purpose };
      });
    },
    drop: (name) => {
      const key = keyOf(name);
      return inTurn(key, () => store.drop(key));
    },
    isOnline,
    onOnline,
  };
}

function fileOf({ base64, type, name }: StoredFile): Blob {
  const parts = [bytesOf(base64)];
  return name === undefined ? new Blob(parts, { type }) : new File(parts, name, { type });
}

/** Serialises the work for each key: a slow write must not overwrite a newer photo or undo its removal. */
function turns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    return turn;
  };
}

async function hasRoom(): Promise<boolean> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return quota === undefined || quota - usage > spareBytes;
}

/** Bytes converted per call: each byte is an argument, and their number is limited. */
const chunkBytes = 8192;

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
  );
  return btoa(chunks.join(''));
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
