import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based one-time codes (RFC 6238) with the defaults of authenticator apps: SHA-1, 30 s, six digits. */
const stepSeconds = 30;
const digits = 6;
const secretBytes = 20;
/** Also accepts the previous and the next step, because clocks differ (RFC 6238 §5.2). */
const tolerance = [0, -1, 1];

export const newTotpSecret = (): Buffer => randomBytes(secretBytes);

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** Returns the code of a time step (dynamic truncation, RFC 4226 §5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the time step of a code if the code is valid now and newer than the last one used. */
export function matchingStep(secret: Uint8Array, code: string, now: Date, lastStep: number): number | undefined {
  const given = Buffer.from(code.padStart(digits, '0').slice(0, digits));
  const current = stepOf(now);
  return tolerance
    .map((shift) => current + shift)
    .find((step) => step > lastStep && timingSafeEqual(given, Buffer.from(totpCode(secret, step))));
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648 §6), the format of authenticator apps. */
export function base32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ['', 0, 0];
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += alphabet[(buffer >>> (bits - 5)) & 31];
      bits -= 5;
    }
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

/** @param issuer owner of the account, as authenticator apps display it */
export function otpauthAddress(issuer: string, name: string, secret: Uint8Array): string {
  const [by, of] = [encodeURIComponent(issuer), encodeURIComponent(name)];
  return `otpauth://totp/${by}:${of}?secret=${base32(secret)}&issuer=${by}`;
}
