import { parsePhoneNumberFromString, type PhoneNumber as Parsed } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { blindIndex } from '../crypto/blindIndex.ts';
import { derive, type Keyring } from '../crypto/keyring.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { isCountry } from './countries.ts';

export interface PhoneNumber {
  /** +639171234567 */
  e164: string;
  /** 63 */
  callingCode: string;
  /** 9171234567, the format of the forms. */
  national: string;
}

const numberFrom = ({ number, countryCallingCode, nationalNumber }: Parsed): PhoneNumber => ({
  e164: number,
  callingCode: countryCallingCode,
  national: nationalNumber,
});

/** Digits with common separators. The library would also accept surrounding text and extensions: `+63…#1`, `call 09…`. */
const written = /^\s*\+?\d[\d\s().-]*$/;

/**
 * Parses a number of one country, in national or international format. Returns undefined for any other text.
 * @param country ISO 3166-1 alpha-2
 */
export function readPhone(text: string, country: string): PhoneNumber | undefined {
  if (!written.test(text) || !isCountry(country)) return undefined;
  const parsed = parsePhoneNumberFromString(text, country);
  return parsed?.country === country && parsed.isValid() ? numberFrom(parsed) : undefined;
}

/** +63 917 ••• ••67: the owner recognises it, and nobody else can use it. */
export const maskPhone = ({ callingCode, national }: PhoneNumber): string =>
  `+${callingCode} ${national.slice(0, 3)} ••• ••${national.slice(-2)}`;

const context = 'own number';

/** Encrypts numbers at rest, and finds them by blind index. */
export function phoneVault(keyring: Keyring) {
  const index = blindIndex(keyring);
  const keys = keyring.map((master) => derive(master, 'own number'));
  return {
    digest: (phone: PhoneNumber) => index.digest('phone', phone.e164),
    /** Digests under every key of the ring, newest first. */
    lookup: (phone: PhoneNumber) => index.lookup('phone', phone.e164),
    seal: (phone: PhoneNumber): Buffer => seal(keys[0] as Buffer, Buffer.from(phone.e164), context),
    open: (sealed: Uint8Array): PhoneNumber => {
      const parsed = parsePhoneNumberFromString(openWithAny(keys, sealed));
      if (!parsed) throw new Error('A stored phone number is not in E.164 format.');
      return numberFrom(parsed);
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

/** Makes up a mobile number of a country. Its country must have one in the library's examples. */
export function exampleNumber(country: string): PhoneNumber {
  const example = isCountry(country) ? examples[country] : undefined;
  if (example === undefined) throw new Error(`No mobile number of ${country} is known.`);
  for (let tries = 0; tries < mostExamples; tries += 1) {
    const end = String(Math.floor(Math.random() * 10 ** variedDigits)).padStart(variedDigits, '0');
    const number = readPhone(example.slice(0, -variedDigits) + end, country);
    if (number) return number;
  }
  throw new Error(`No mobile number of ${country} can be made up.`);
}

const variedDigits = 6;
const mostExamples = 100;
