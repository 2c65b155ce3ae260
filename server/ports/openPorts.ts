import { join } from 'node:path';
import type { Clock } from '../platform/deps.ts';
import type { ServerSettings } from '../platform/settings.ts';
import { faceMatchSandbox } from './faceMatchSandbox.ts';
import { collectionHttp } from './http/collectionHttp.ts';
import { faceMatchHttp } from './http/faceMatchHttp.ts';
import { payoutHttp } from './http/payoutHttp.ts';
import { socialLinkFacebook } from './http/socialLinkFacebook.ts';
import { smsHttp } from './http/smsHttp.ts';
import { collectionSandbox } from './sandbox/collectionSandbox.ts';
import { payoutSandbox } from './sandbox/payoutSandbox.ts';
import { folderStore } from './sandbox/store.ts';
import { isFinal } from './sandbox/transfer.ts';
import { smsSandbox, type SentSms } from './smsSandbox.ts';
import { socialLinkSandbox } from './socialLinkSandbox.ts';
import { localStorage, type LocalStorageOptions } from './storageLocal.ts';
import { storageS3 } from './storageS3.ts';
import type { Ports } from './types.ts';

export interface PortOptions {
  clock: Clock;
  /** Called for each SMS of the sandbox, e.g. to print it in the terminal. */
  onSms?: ((sms: SentSms) => void) | undefined;
  /** Marker of the photo folder, if it was verified (db/photoFolder.ts). */
  marker?: LocalStorageOptions['marker'] | undefined;
}

/** The photo folder, if there is no object store. */
export const photoFolderIn = (dataDir: string): string => join(dataDir, 'files');

/** Opens the configured providers. A sandbox replaces each missing one and stores its ledger in the data folder. */
export function openPorts({ dataDir, providers, mode }: ServerSettings, { clock, onSms, marker }: PortOptions): Ports {
  const { payout, collection, sms, faceMatch, storage, facebook } = providers;
  const books = (name: string) => folderStore(join(dataDir, 'sandbox', name), (transfer) => isFinal(transfer, clock.now()));
  return {
    sms: sms ? smsHttp(sms) : smsSandbox(clock, { onSent: onSms, file: join(dataDir, 'sandbox', 'sms.jsonl') }),
    storage: storage ? storageS3(storage) : localStorage(photoFolderIn(dataDir), marker ? { marker } : {}),
    faceMatch: faceMatch ? faceMatchHttp(faceMatch) : faceMatchSandbox(),
    payout: payout ? payoutHttp(payout) : payoutSandbox({ clock, store: books('payout') }),
    collection: collection ? collectionHttp(collection) : collectionSandbox({ clock, store: books('collection') }),
    ...(facebook ? { socialLink: socialLinkFacebook(facebook) } : {}),
    // The sandbox's login page is one of the /dev pages, which production does not have.
    ...(facebook || mode === 'production' ? {} : { socialLink: socialLinkSandbox({ clock }) }),
  };
}
