import sharp from 'sharp';
import { photoProblem, type PhotoProblem, type PhotoQuality } from '../../../engine/form/photoQuality.ts';

export interface Photo {
  bytes: Buffer;
  widthPx: number;
  heightPx: number;
}

/** Longest edge kept: large enough to read an ID, small enough to store. */
const maxEdgePx = 2400;
/** A smaller image shows nothing recognisable; it is a probe instead of a photo. */
const minEdgePx = 32;
/** Checked in the header before decoding (a 30,000 × 30,000 PNG is a few KB on the wire and gigabytes in memory). */
const maxInputPixels = 50_000_000;
const jpegQuality = 84;

const signatures: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ['jpeg', (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff],
  ['png', (b) => Buffer.from(b.subarray(0, 8)).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['webp', (b) => ascii(b, 0, 4) === 'RIFF' && ascii(b, 8, 12) === 'WEBP'],
];
const ascii = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** Detects the format by its first bytes and ignores the claimed name and content type. SVG and GIF are not supported. */
export const sniff = (bytes: Uint8Array): string | undefined => signatures.find(([, matches]) => matches(bytes))?.[0];

/**
 * Decodes a photo and re-encodes it as JPEG. This rotates it upright and removes EXIF (such as GPS) and any payload of a polyglot file.
 *
 * @returns undefined if it is not a photo: another format, broken, too many pixels, too small
 */
export async function reencode(bytes: Uint8Array): Promise<Photo | undefined> {
  const format = sniff(bytes);
  if (!format) return undefined;
  return decodeSlot(async () => {
    try {
      const image = sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error', sequentialRead: true, pages: 1 });
      const header = await image.metadata();
      if (header.format !== format || Math.min(header.width, header.height) < minEdgePx) return undefined;
      const { data, info } = await image
        .autoOrient()
        .resize({ width: maxEdgePx, height: maxEdgePx, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: jpegQuality, progressive: false })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, widthPx: info.width, heightPx: info.height };
    } catch {
      // sharp throws for anything it cannot decode. The customer's fix is always the same: retake the photo.
      return undefined;
    }
  });
}

/** Returns the first limit that a re-encoded photo fails. */
export async function qualityProblem({ bytes }: Photo, limits: readonly PhotoQuality[]): Promise<PhotoProblem | undefined> {
  if (limits.length === 0) return undefined;
  return decodeSlot(async () => {
    const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    return limits.map((quality) => photoProblem({ ...info, data }, quality)).find((problem) => problem !== undefined);
  });
}

const maxParallelDecodes = 2;
let decoding = 0;
const waiting: (() => void)[] = [];

/** Reads at most two files at once, which bounds memory. */
export async function decodeSlot<T>(work: () => Promise<T>): Promise<T> {
  if (decoding < maxParallelDecodes) decoding += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The slot passes directly to the next in line, so that a new request cannot take it first.
    if (next) next();
    else decoding -= 1;
  }
}
