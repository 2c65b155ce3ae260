import { createHmac, timingSafeEqual } from 'node:crypto';

export const addressLifetimeSeconds = 300;

const signature = (key: Buffer, fileId: string, expires: number) =>
  createHmac('sha256', key).update(`${fileId}|${expires}`).digest('base64url');

/** Signs the URL of one file for a short time. Links and <img> elements can use it, since they send no token header. */
export function signedQuery(key: Buffer, fileId: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + addressLifetimeSeconds;
  return `expires=${expires}&signature=${signature(key, fileId, expires)}`;
}

/** Whether the signature is ours, fits this file and has not expired. */
export function addressHolds(key: Buffer, fileId: string, expires: number, given: string, now: Date): boolean {
  const expected = Buffer.from(signature(key, fileId, expires));
  const actual = Buffer.from(given);
  const genuine = expected.length === actual.length && timingSafeEqual(expected, actual);
  return genuine && expires * 1000 > now.getTime();
}
