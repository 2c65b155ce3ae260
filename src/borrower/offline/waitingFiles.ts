import type { WaitingFiles } from '../../../engine/react/engine-context.tsx';
import type { DraftStore } from '../../../engine/session/draftStore.ts';

/** A photo is made small before (some hundred KB); what is larger than this is no such photo. */
const maxBytes = 4_000_000;
/** So much must be left besides, for drafts: a full disk would take those down with it. */
const spareBytes = 20_000_000;

interface Options {
  /** Encrypts; erased at logout, and the files with it. */
  store: DraftStore;
  customerId: () => string | undefined;
  isOnline: WaitingFiles['isOnline'];
  onOnline: WaitingFiles['onOnline'];
}

interface KeptFile {
  type: string;
  base64: string;
}

/** Files kept beside the drafts, each person's apart. */
export function createWaitingFiles({ store, customerId, isOnline, onOnline }: Options): WaitingFiles {
  const keyOf = (name: string) => `${customerId() ?? ''}.file.${name}`;
  return {
    keep: async (name, file) => {
      if (file.size > maxBytes || !(await hasRoom())) return false;
      const kept: KeptFile = { type: file.type, base64: await base64Of(file) };
      return store.save(keyOf(name), kept).then(
        () => true,
        () => false,
      );
    },
    load: async (name) => {
      const kept = (await store.load(keyOf(name))) as KeptFile | undefined;
      return kept && new Blob([bytesOf(kept.base64)], { type: kept.type });
    },
    drop: (name) => store.drop(keyOf(name)),
    isOnline,
    onOnline,
  };
}

async function hasRoom(): Promise<boolean> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  return quota === undefined || quota - usage > spareBytes;
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
