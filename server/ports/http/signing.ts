import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Identifies a secret, so that keys can be rotated without downtime. */
export interface ProviderKey {
  id: string;
  secret: string;
}

export interface SignedRequest {
  method: string;
  /** Includes the query. */
  path: string;
  body: string;
  timestampSeconds: number;
  /** Unique per request, which prevents replay attacks. */
  nonce: string;
}

/** Maximum age of a signature, in either direction. */
export const signatureLifetimeSeconds = 300;

const hmac = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text);

const same = (given: string, expected: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const isStale = (timestampSeconds: number, now: Date) =>
  !Number.isSafeInteger(timestampSeconds) || Math.abs(now.getTime() / 1000 - timestampSeconds) > signatureLifetimeSeconds;

function requestSignature(secret: string, { method, path, body, timestampSeconds, nonce }: SignedRequest): string {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return hmac(secret, [method, path, timestampSeconds, nonce, bodyHash].join('\n')).digest('hex');
}

/** Returns the headers that sign a request to a provider (docs/ports.md). */
export const signedHeaders = (key: ProviderKey, request: SignedRequest): Record<string, string> => ({
  'x-hakbang-key': key.id,
  'x-hakbang-timestamp': String(request.timestampSeconds),
  'x-hakbang-nonce': request.nonce,
  'x-hakbang-signature': `v1=${requestSignature(key.secret, request)}`,
});

/** Whether the headers carry a valid and current signature of the request with this key. */
export function requestHolds(
  key: ProviderKey,
  headers: Readonly<Record<string, unknown>>,
  request: Pick<SignedRequest, 'method' | 'path' | 'body'>,
  now: Date,
): boolean {
  const timestampSeconds = Number(headers['x-hakbang-timestamp']);
  const { 'x-hakbang-key': keyId, 'x-hakbang-nonce': nonce, 'x-hakbang-signature': signature } = headers;
  if (keyId !== key.id || typeof nonce !== 'string' || typeof signature !== 'string' || isStale(timestampSeconds, now)) return false;
  return same(signature, `v1=${requestSignature(key.secret, { ...request, timestampSeconds, nonce })}`);
}

/** Returns the header that signs a webhook: `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function webhookSignature(secret: string, body: string, now: Date): string {
  const timestampSeconds = Math.floor(now.getTime() / 1000);
  return `t=${timestampSeconds},v1=${hmac(secret, `${timestampSeconds}.${body}`).digest('hex')}`;
}

/**
 * Whether one of the secrets signed this body recently. Several secrets, and several `v1` values in one header, let either side rotate its
 * secret while webhooks keep arriving.
 */
export function webhookHolds(secrets: readonly string[], header: unknown, body: Buffer, now: Date): 'holds' | 'forged' | 'stale' {
  const parts = typeof header === 'string' && header.length <= 1000 ? header.split(',').map((part) => part.trim()) : [];
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  const holds = secrets.some((secret) => {
    const expected = hmac(secret, signed).digest('hex');
    return given.some((signature) => same(signature, expected));
  });
  if (!holds) return 'forged';
  return isStale(Number(timestamp), now) ? 'stale' : 'holds';
}
