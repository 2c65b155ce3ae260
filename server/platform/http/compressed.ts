import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownBytes } from '../ownBytes.ts';

export type Encoding = 'br' | 'gzip';

const preferred: readonly Encoding[] = ['br', 'gzip'];

/** The best encoding that a client accepts (RFC 9110 §12.5.3); undefined for none. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const header = headers['accept-encoding'] ?? '';
  const accepted = header
    .slice(0, 300)
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''));
  return preferred.find((encoding) => accepted.some(([name]) => name === encoding));
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
/** On a scale from 0 to 11: nearly the best size in a tenth of the time. */
const brotliQuality = 6;
const encoders: Record<Encoding | 'identity', (text: string) => Promise<Buffer>> = {
  br: (text) =>
    brotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
    }),
  gzip: (text) => gzipped(text),
  identity: async (text) => Buffer.from(text),
};

/** Enough for every page in every language. */
const maxKept = 200;
const kept = {
  br: new Map<string, Promise<Buffer>>(),
  gzip: new Map<string, Promise<Buffer>>(),
  identity: new Map<string, Promise<Buffer>>(),
};

/**
 * Caches the bytes of a text per encoding. 200 KB take four milliseconds even uncompressed, and thousands of clients may ask at once. The
 * text is the only key, so a constant text is hashed once.
 */
export function cachedBytes(text: string, encoding: Encoding | 'identity'): Promise<Buffer> {
  const texts = kept[encoding];
  const known = texts.get(text);
  if (known) return known;
  const making = encoders[encoding](text).then(ownBytes);
  texts.set(text, making);
  making.catch(() => texts.delete(text));
  for (const [oldest] of texts) {
    if (texts.size <= maxKept) break;
    texts.delete(oldest);
  }
  return making;
}

/**
 * Sends a text, compressed if the client accepts it. Use it only for texts without secrets: if a compressed response with a secret also
 * repeats client input, its length reveals the secret (BREACH).
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.send(await cachedBytes(text, encoding ?? 'identity'));
}

const fastBrotliQuality = 4;

/**
 * Sends a large response that rarely changes: compressed, and not at all if the client already has it. Only for responses without secrets,
 * see above. Browsers cache it privately and revalidate each time. Nothing is cached here, because each person and state has a different
 * response.
 */
export async function sendRevalidated(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization, cookie' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  const encoding = encodingFor(request);
  if (encoding === undefined) return reply.send(text);
  reply.header('content-encoding', encoding);
  const params = { [constants.BROTLI_PARAM_QUALITY]: fastBrotliQuality };
  return reply.send(await (encoding === 'br' ? brotli(text, { params }) : gzipped(text)));
}
