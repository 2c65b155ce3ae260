import type { ProductCommand } from '../../../engine/cli/index.ts';

import { keyIdsOf } from '../area.ts';
import type { KeyIds } from '../crypto/keyIds.ts';
import { checkKeyring, missingKeys, verifyKeyring } from '../crypto/keyCheck.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { rewrapDataKeys } from '../crypto/vault.ts';
import type { Db } from '../db/database.ts';
import { resealSecrets } from '../staff/people.ts';
import { withDatabase } from './withDatabase.ts';

const usage = ['keys rotate                  rewraps data with the first key of MASTER_KEY'];

/** `hakbang keys rotate` (docs/keys.md). */
export const keysCommand: ProductCommand = {
  usage,
  run: async ([action, ...rest], { out, error }) => {
    if (action !== 'rotate' || rest.length > 0) {
      error(usage.join('\n'));
      return 2;
    }
    return withDatabase(async (db, { keyring }, areas) => {
      const [newest, ...older] = keyring;
      if (older.length === 0) {
        error(`MASTER_KEY holds key ${newest.id} alone. To rotate it, put the new key first: MASTER_KEY=<new>,<old>.`);
        return 1;
      }
      const { dataKeys, secrets, needed } = await rotateKeys(db, keyring, keyIdsOf(areas), {
        onBatch: (count) => out(`${count} data keys so far.`),
      });
      out(`Key ${newest.id} protects all data keys (${dataKeys} rewrapped) and second factors (${secrets} re-encrypted).`);
      if (needed.length === 0) out(`No stored row needs an older key. MASTER_KEY may hold key ${newest.id} alone.`);
      else out(`Stored rows still need key ${needed.join(', ')}. Keep it at the end of MASTER_KEY.`);
      return 0;
    }, verifyKeyring);
  },
};

/**
 * Rotates keys. The check value is updated last, so an interrupted run leaves the old key in it and must be restarted.
 *
 * @returns what was done, and the ids of older keys that stored rows still need
 */
export async function rotateKeys(db: Db, keyring: Keyring, keyIds: readonly KeyIds[], options: Parameters<typeof rewrapDataKeys>[2]) {
  await verifyKeyring(db, keyring, keyIds);
  const dataKeys = await rewrapDataKeys(db, keyring, options);
  const secrets = await resealSecrets(db, keyring);
  await checkKeyring(db, keyring, keyIds);
  return { dataKeys, secrets, needed: await missingKeys(db, [keyring[0]], keyIds) };
}
