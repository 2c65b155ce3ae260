import type { SignatureInput } from '../../../contract/agreements.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { fail } from '../../../platform/problem.ts';
import type { Viewer } from '../../../platform/customer/viewer.ts';
import { discardSignature, prepareSignature, saveSignature, validSignature } from './signatures.ts';

/** Signs within the transaction. Returns the id of the signature. */
export type Sign = (tx: Tx) => Promise<string>;

/** Signs with the signature on file. Refuses with `signatureRequired` when there is none. */
export const signingOnFile =
  (customerId: string): Sign =>
  async (tx) =>
    (await validSignature(tx, customerId)) ?? fail('signatureRequired');

/**
 * Runs `work`, which signs with the given signature or with the one on file. A given signature is prepared before the work begins, because
 * that needs storage, and is discarded if the work fails or signs nothing.
 *
 * Refuses with `signatureUnclear`, `signatureNotYours`, `signatureRequired`.
 */
export async function signing<Answer>(
  { deps, customerId }: Viewer,
  input: SignatureInput | undefined,
  work: (sign: Sign) => Promise<Answer>,
): Promise<Answer> {
  if (!input) {
    if ((await validSignature(deps.db, customerId)) === undefined) fail('signatureRequired');
    return work(signingOnFile(customerId));
  }
  const prepared = await prepareSignature(deps, customerId, input);
  let isKept = false;
  try {
    return await work(async (tx) => {
      const id = await saveSignature(tx, deps, prepared);
      isKept = true;
      return id;
    });
  } catch (error) {
    isKept = false;
    throw error;
  } finally {
    if (!isKept) await discardSignature(deps, prepared);
  }
}
