import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { blindIndex } from '../crypto/blindIndex.ts';
import { derive, type Keyring } from '../crypto/keyring.ts';
import { seal, unseal } from '../crypto/seal.ts';

/** Where customers live: numbers of other countries, and those that are not mobile, are refused. */
const served = { country: 'PH', callingCode: '63', mobile: /^9\d{9}$/ } as const;

/** A mobile number of the country that is served. */
export interface PhoneNumber {
  /** +639171234567 */
  e164: string;
  /** 9171234567, as forms hold it. */
  national: string;
}

/** Digits as people group them. The library would also take what stands around a number or extends it: `+63…#1`, `call 09…`. */
const written = /^\s*\+?\d[\d\s().-]*$/;

/** Reads `9…`, `09…` or `+639…`; undefined for anything else. */
export function readPhone(text: string): PhoneNumber | undefined {
  if (!written.test(text)) return undefined;
  const parsed = parsePhoneNumberFromString(text, served.country);
  if (parsed?.country !== served.country || !parsed.isValid()) return undefined;
  const national: string = parsed.nationalNumber;
  return served.mobile.test(national) ? { e164: parsed.number, national } : undefined;
}

/** +63 917 ••• ••67: enough for the owner to recognise, too little for anybody else to use. */
export const maskPhone = ({ national }: PhoneNumber): string =>
  `+${served.callingCode} ${national.slice(0, 3)} ••• ••${national.slice(-2)}`;

const context = 'own number';

/** Keeps numbers unreadable at rest and yet findable. */
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
      // Sealed under another key of the ring.
    }
  }
  throw new Error('A stored number opens with no key of the ring; was a master key dropped too early?');
}
