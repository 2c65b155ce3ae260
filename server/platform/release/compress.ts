import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Part } from '../../../engine/compiler/types.ts';
import type { StoredPart } from './types.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** For releases that live for one save, or as long as a preview. */
const quickQuality = 1;

/**
 * Compresses a part once, when it is stored. Every later response reuses the bytes.
 *
 * @param quality brotli's, 0 to 11
 */
export async function compressPart(part: Part, quality = 11): Promise<StoredPart> {
  const [brotliBytes, gzipBytes] = await Promise.all([
    brotli(part.body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }),
    zip(part.body, { level: Math.min(9, quality) }),
  ]);
  return { ...part, brotli: brotliBytes, gzip: gzipBytes };
}

export const compressQuickly = (part: Part): Promise<StoredPart> => compressPart(part, quickQuality);
