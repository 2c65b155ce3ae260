import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { blindIndex } from '../crypto/blindIndex.ts';
import { derive, type Keyring } from '../crypto/keyring.ts';
import { seal, unseal } from '../crypto/seal.ts';

/** The country served. Numbers of other countries and landlines are refused. */
const served = { country: 'PH', callingCode: '63', mobile: /^9\d{9}$/ } as const;

/** A mobile number of the served country. */
export interface PhoneNumber {
  /** +639171234567 */
  e164: string;
  /** 9171234567, the format of the forms. */
  national: string;
}

/** Digits with common separators. The library would also accept surrounding text and extensions: `+63…#1`, `call 09…`. */
const written = /^\s*\+?\d[\d\s().-]*$/;

/** Parses `9…`, `09…` or `+639…`. Returns undefined for any other text. */
export function readPhone(text: string): PhoneNumber | undefined {
  if (!written.test(text)) return undefined;
  const parsed = parsePhoneNumberFromString(text, served.country);
  if (parsed?.country !== served.country || !parsed.isValid()) return undefined;
  const national: string = parsed.nationalNumber;
  return served.mobile.test(national) ? { e164: parsed.number, national } : undefined;
}

/** +63 917 ••• ••67: the owner recognises it, and nobody else can use it. */
export const maskPhone = ({ national }: PhoneNumber): string =>
  `+${served.callingCode} ${national.slice(0, 3)} ••• ••${national.slice(-2)}`;

const context = 'own number';

/** Encrypts numbers at rest and still finds them. */
export function phoneVault(keyring: Keyring) {
  const index = blindIndex(keyring);
  const keys = keyring.map((master) => derive(master, 'own number'));
  return {
    digest: (phone: PhoneNumber) => index.digest('phone', phone.e164),
    /** Digests under every key of the ring, newest first. */
    lookup: (phone: PhoneNumber) => index.lookup('phone', phone.e164),
    seal: (phone: PhoneNumber): Buffer => seal(keys[0] as Buffer, Buffer.from(phone.e164), context),
    open: (sealed: Uint8Array): PhoneNumber => {
      const e164 = openWithAny(keys, sealed);
      return { e164, national: e164.slice(`+${served.callingCode}`.length) };
    },
  };
}

function openWithAny(keys: readonly Buffer[], sealed: Uint8Array): string {
  for (const key of keys) {
    try {
      return unseal(key, sealed, context).toString();
    } catch {
      // Sealed under another key of the ring: try the next one.
    }
  }
  throw new Error('No key in MASTER_KEY decrypts a stored phone number. Was a master key removed too early?');
}
