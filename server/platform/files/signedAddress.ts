import { createHmac, timingSafeEqual } from 'node:crypto';

export const addressLifetimeSeconds = 300;

const signature = (key: Buffer, fileId: string, expires: number) =>
  createHmac('sha256', key).update(`${fileId}|${expires}`).digest('base64url');

/** What makes an address good for one file and a short while; a link or an <img> can use it, which send no token header. */
export function signedQuery(key: Buffer, fileId: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + addressLifetimeSeconds;
  return `expires=${expires}&signature=${signature(key, fileId, expires)}`;
}

/** Whether the address was made by us for this file and is not over. */
export function addressHolds(key: Buffer, fileId: string, expires: number, given: string, now: Date): boolean {
  const expected = Buffer.from(signature(key, fileId, expires));
  const actual = Buffer.from(given);
  const genuine = expected.length === actual.length && timingSafeEqual(expected, actual);
  return genuine && expires * 1000 > now.getTime();
}
