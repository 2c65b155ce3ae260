import { randomBytes, randomInt } from 'node:crypto';
import type { Clock, Random } from './deps.ts';

export const systemRandom: Random = { bytes: (count) => randomBytes(count), below: (limit) => randomInt(limit) };

/** A UUID version 7 (RFC 9562). It grows with time, so indexes stay compact. */
export function uuidV7(clock: Clock, random: Random): string {
  const bytes = random.bytes(16);
  bytes.writeUIntBE(clock.now().getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A URL-safe text of `byteCount` random bytes. */
export const randomToken = (random: Random, byteCount = 32): string => random.bytes(byteCount).toString('base64url');
