import type { Input } from '../../contract/platformOperations.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { defaultLanguage, findOrRegister, recordAcceptance, recordPromotion } from '../customer/customers.ts';
import { phoneVault, type PhoneNumber } from '../customer/phone.ts';
import { recogniseDevice } from './devices.ts';
import { guessCode, type Challenge } from './guessCode.ts';
import { privacyDocument } from './privacy.ts';

export interface Verified {
  customerId: string;
  phone: PhoneNumber;
  isNew: boolean;
  /** Device id, for the cookie. */
  device: string;
}

/** Evaluates a guess at a login code. Returns the new session, or refuses with `codeIncorrect` and the remaining guesses. */
export const verifyCode = (deps: Deps, input: Input<'auth.verifyCode'>, device: string | undefined, key?: string): Promise<Verified> =>
  guessCode(deps, { input, sessionHash: undefined, key }, (tx, challenge, isRepeated) =>
    logIn(deps, tx, challenge, { isRepeated, device }),
  );

interface From {
  isRepeated: boolean;
  device: string | undefined;
}

async function logIn(deps: Deps, tx: Tx, challenge: Challenge, { isRepeated, device }: From): Promise<Verified> {
  const phone = phoneVault(deps.settings.keyring).open(challenge.phone_sealed);
  const { id: customerId, isNew } = await findOrRegister(deps, tx, phone, challenge.language ?? undefined);
  if (isNew) await recordPromotion(deps, tx, customerId, challenge.promotion);
  if (challenge.privacy_hash !== null && !isRepeated) {
    const language = challenge.language ?? defaultLanguage(deps);
    await recordAcceptance(deps, tx, { customerId, document: privacyDocument, hash: challenge.privacy_hash, language });
  }
  const login = { customerId, isNew, device, challengeId: challenge.id };
  return { customerId, phone, isNew, device: await recogniseDevice(tx, deps, login) };
}
