import type { Answers } from '../../../engine/config/definitions.ts';
import type { CustomerVault } from '../../platform/crypto/vault.ts';

const placeOf = (id: string) => `application|${id}`;

/** All answers of an application as they are kept: sealed, and bound to it. */
export const sealSnapshot = (vault: CustomerVault, id: string, answers: Answers): string => vault.seal(placeOf(id), answers);

/** All answers of an application at its submission. */
export const openSnapshot = (vault: CustomerVault, { id, snapshot }: { id: string; snapshot: string }): Answers =>
  vault.open(placeOf(id), snapshot) as Answers;
