import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';
import { collectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import { payoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { folderStore } from '../../../server/ports/sandbox/store.ts';
import { isFinal } from '../../../server/ports/sandbox/transfer.ts';
import { smsSandbox } from '../../../server/ports/smsSandbox.ts';
import { localStorage } from '../../../server/ports/storageLocal.ts';
import { collectionContract } from './collection.contract.ts';
import { faceMatchContract } from './faceMatch.contract.ts';
import { payoutContract } from './payout.contract.ts';
import { smsContract } from './sms.contract.ts';
import { storageContract } from './storage.contract.ts';
import { testClock } from './support.ts';

const close = async () => {};

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-ports-'));
  return { folder, close: async () => rmSync(folder, { recursive: true }) };
}

payoutContract('payout sandbox in memory', async () => {
  const clock = testClock();
  const sandbox = payoutSandbox({ clock });
  return { port: sandbox, sandbox, clock, close };
});

payoutContract('payout sandbox in a folder', async () => {
  const clock = testClock();
  const { folder, close } = temporaryFolder();
  const sandbox = payoutSandbox({ clock, store: folderStore(folder, (transfer) => isFinal(transfer, clock.now())) });
  return { port: sandbox, sandbox, clock, close };
});

collectionContract('collection sandbox', async () => {
  const clock = testClock();
  const sandbox = collectionSandbox({ clock });
  return { port: sandbox, sandbox, clock, close };
});

smsContract('SMS sandbox', async () => {
  const sandbox = smsSandbox(testClock());
  return { port: sandbox, sandbox, close };
});

faceMatchContract('face match sandbox', async () => {
  const sandbox = faceMatchSandbox();
  return { port: sandbox, sandbox, close };
});

storageContract('local storage', async () => {
  const { folder, close } = temporaryFolder();
  return { port: localStorage(folder), close };
});
