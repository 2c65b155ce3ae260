import type { Reliance } from '../../../engine/config/definitions.ts';
import type { AnswerName } from '../../platform/flows/hooks.ts';

/** Answers that the code reads by name. A release without one of them is incompatible with this code (design §5, API-BREAKING). */
export const named = {
  idType: 'identity.idType',
  idNumber: 'identity.idNumber',
  aadhaar: 'identity.aadhaar',
  pan: 'identity.pan',
  idPhoto: 'identity.idPhoto',
  selfie: 'selfie.photo',
  place: 'address.place',
  account: 'bank.account',
  wallet: 'bank.wallet',
  withdrawalPhone: 'bank.withdrawalPhone',
} as const satisfies Record<string, AnswerName>;

/** Answers that the operations of the application read in addition to their input. */
export const reliances: Readonly<Record<string, Reliance>> = { 'application.submit': { reads: Object.values(named) } };
