import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import type { Part } from '../../../engine/compiler/types.ts';
import { ownBytes } from '../ownBytes.ts';
import type { StoredPart } from './types.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Each brotli encoder at quality 11 takes megabytes, and a release has thousands of parts. */
const fewAtOnce = pLimit(availableParallelism());

/** For releases that last only until the next save, or as long as a preview. */
const quickQuality = 1;

/**
 * Compresses a part once, when it is stored. Every later response reuses the bytes.
 *
 * @param quality of brotli, 0 to 11
 */
export function compressPart(part: Part, quality = 11): Promise<StoredPart> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
  return fewAtOnce(async () => ({
    ...part,
    brotli: ownBytes(await brotli(part.body, { params })),
    gzip: ownBytes(await zip(part.body, { level: Math.min(9, quality) })),
  }));
}

export const compressQuickly = (part: Part): Promise<StoredPart> => compressPart(part, quickQuality);
