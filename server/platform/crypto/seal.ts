import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

/**
 * Encrypts with AES-256-GCM. `context` (customer, flow, form …) is the additional authenticated data, so a value copied to another row does
 * not decrypt. Layout: version (1) · iv (12) · tag (16) · ciphertext.
 */
export function seal(key: Buffer | KeyObject, plain: Uint8Array, context: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
}

/** Decrypts a sealed value. Throws if the key or context differs, or if the bytes were changed. */
export function unseal(key: Buffer | KeyObject, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < headBytes || bytes[0] !== version) throw new Error(`sealed value: expected version ${version}, got ${bytes[0]}`);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(1 + ivBytes, headBytes));
  return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]);
}
