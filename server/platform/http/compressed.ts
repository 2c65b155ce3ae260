import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip';

const preferred: readonly Encoding[] = ['br', 'gzip'];

/** The best encoding that a client accepts (RFC 9110 §12.5.3); undefined when the text is to go out as it is. */
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
/** Of 0 to 11: nearly the size of the best in a tenth of its time. */
const brotliQuality = 6;
const compressors: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    brotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
    }),
  gzip: (text) => gzipped(text),
};

/** Every page in every language, twice. */
const maxKept = 400;
const kept = new Map<string, Promise<Buffer>>();

function compressedOnce(text: string, encoding: Encoding): Promise<Buffer> {
  const key = `${encoding} ${text}`;
  const known = kept.get(key);
  if (known) return known;
  const compressing = compressors[encoding](text);
  kept.set(key, compressing);
  compressing.catch(() => kept.delete(key));
  for (const [oldest] of kept) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return compressing;
}

/**
 * Sends a text, compressed if the client accepts that. Only for texts in which no secret stands: from the length of a compressed
 * answer that also repeats what the client sent, a secret can be guessed (BREACH).
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(request);
  if (encoding === undefined) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await compressedOnce(text, encoding));
}
