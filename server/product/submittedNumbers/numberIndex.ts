import { blindIndex, type Spellings } from '../../platform/crypto/blindIndex.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { NumberKind } from './table.ts';

/** A TIN without a branch has nine digits, or nine digits and 000. A mobile number begins with 0 as a wallet and with 9 as a phone. */
const spellings: Spellings<NumberKind> = (kind, value) => {
  const [, tin] = (kind === 'idNumber' && /^(\d{9})(?:000)?$/.exec(value)) || [];
  if (tin) return [tin, `${tin}000`];
  const [, mobile] = (kind === 'account' && /^0?(9\d{9})$/.exec(value)) || [];
  return mobile ? [`0${mobile}`, mobile] : [value];
};

/** Blind index that finds ID numbers and accounts in any spelling. */
export const numberIndex = (keyring: Keyring) => blindIndex(keyring, spellings);
