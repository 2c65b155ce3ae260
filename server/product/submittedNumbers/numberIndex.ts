import { blindIndex, type Spellings } from '../../platform/crypto/blindIndex.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { NumberKind } from './table.ts';

/** A TIN without a branch is nine digits or those and 000; a mobile number as a wallet begins with 0, as a phone with 9. */
const spellings: Spellings<NumberKind> = (kind, value) => {
  const [, tin] = (kind === 'idNumber' && /^(\d{9})(?:000)?$/.exec(value)) || [];
  if (tin) return [tin, `${tin}000`];
  const [, mobile] = (kind === 'account' && /^0?(9\d{9})$/.exec(value)) || [];
  return mobile ? [`0${mobile}`, mobile] : [value];
};

/** Finds ID numbers and accounts however they are written. */
export const numberIndex = (keyring: Keyring) => blindIndex(keyring, spellings);
