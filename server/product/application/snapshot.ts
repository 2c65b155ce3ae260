import type { Answers } from '../../../engine/config/definitions.ts';
import type { CustomerVault } from '../../platform/crypto/vault.ts';

const placeOf = (id: string) => `application|${id}`;

/** Seals an application's answers, bound to its id. */
export const sealSnapshot = (vault: CustomerVault, id: string, answers: Answers): string => vault.seal(placeOf(id), answers);

/** Decrypts an application's submitted answers. */
export const openSnapshot = (vault: CustomerVault, { id, snapshot }: { id: string; snapshot: string }): Answers =>
  vault.open(placeOf(id), snapshot) as Answers;
