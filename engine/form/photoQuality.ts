/** The limits a photo must meet, from the layout of its field. */
export interface PhotoQuality {
  minShortEdgePx: number;
  /** Variance of the Laplacian in the sharpest parts of the photo. */
  minSharpness: number;
  /** Mean luminance, from 0 (black) to 255 (white). */
  minBrightness: number;
  maxBrightness: number;
}

export interface Pixels {
  width: number;
  height: number;
  /** Row by row. Each pixel starts with red, green and blue, 0 to 255. */
  data: ArrayLike<number>;
  channels: number;
}

/** Codes of the error catalogue. */
export const photoProblems = ['photoTooSmall', 'photoTooDark', 'photoTooBright', 'photoBlurred'] as const;
export type PhotoProblem = (typeof photoProblems)[number];

/** Sharpness depends on the scale, so every photo is scaled to this longest edge first. */
const scaledEdgePx = 512;
const tilesPerEdge = 8;
/**
 * The sixth sharpest of 64 tiles decides: a plain table around a sharp card does not count as blur, and a single sharp speck does not count
 * as sharpness.
 */
const decidingTile = 5;

/** Returns the first limit that a photo misses. The device calls it before it sends a photo, the server before it stores one. */
export function photoProblem(pixels: Pixels, quality: PhotoQuality): PhotoProblem | undefined {
  if (Math.min(pixels.width, pixels.height) < quality.minShortEdgePx) return 'photoTooSmall';
  const grey = scaledLuminance(pixels);
  const brightness = mean(grey.values);
  if (brightness < quality.minBrightness) return 'photoTooDark';
  if (brightness > quality.maxBrightness) return 'photoTooBright';
  return sharpness(grey) < quality.minSharpness ? 'photoBlurred' : undefined;
}

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

interface Grey {
  width: number;
  height: number;
  values: Float32Array;
}

/** Luminance (Rec. 601), scaled down to `scaledEdgePx`; each value is the mean of the pixels it covers. */
function scaledLuminance({ width, height, data, channels }: Pixels): Grey {
  const scale = Math.min(1, scaledEdgePx / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))];
  const values = new Float32Array(columns * rows);
  // A photo has millions of pixels, so the loop over them contains no division and no counting.
  const column = scaledPlaces(width, columns);
  const row = scaledPlaces(height, rows);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const start = (row.of[y] ?? 0) * columns;
    for (let x = 0; x < width; x += 1) {
      const place = start + (column.of[x] ?? 0);
      values[place] = (values[place] ?? 0) + 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
      at += channels;
    }
  }
  for (let place = 0; place < values.length; place += 1) {
    const pixels = (column.counts[place % columns] ?? 1) * (row.counts[Math.floor(place / columns)] ?? 1);
    values[place] = (values[place] ?? 0) / pixels;
  }
  return { width: columns, height: rows, values };
}

/** The scaled column or row of each original one, and how many each scaled one covers. */
function scaledPlaces(size: number, scaled: number): { of: Uint32Array; counts: Uint32Array } {
  const of = Uint32Array.from({ length: size }, (_, at) => Math.floor((at * scaled) / size));
  const counts = new Uint32Array(scaled);
  for (const place of of) counts[place] = (counts[place] ?? 0) + 1;
  return { of, counts };
}

function sharpness(grey: Grey): number {
  const tiles = Array.from({ length: tilesPerEdge ** 2 }, (_, tile) =>
    laplacianVariance(grey, tile % tilesPerEdge, Math.floor(tile / tilesPerEdge)),
  );
  return tiles.sort((left, right) => right - left)[decidingTile] ?? 0;
}

const edgeAt = (tile: number, size: number): number => Math.floor((tile * size) / tilesPerEdge);

function laplacianVariance({ width, height, values }: Grey, column: number, row: number): number {
  const [left, right] = [edgeAt(column, width), edgeAt(column + 1, width)];
  const [top, bottom] = [edgeAt(row, height), edgeAt(row + 1, height)];
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let y = Math.max(1, top); y < Math.min(bottom, height - 1); y += 1) {
    for (let x = Math.max(1, left); x < Math.min(right, width - 1); x += 1) {
      const at = y * width + x;
      const around = (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - width] ?? 0) + (values[at + width] ?? 0);
      const laplacian = around - 4 * (values[at] ?? 0);
      count += 1;
      sum += laplacian;
      squares += laplacian ** 2;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}
