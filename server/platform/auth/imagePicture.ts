import sharp from 'sharp';
import type { Random } from '../deps.ts';

type Point = readonly [x: number, y: number];

/**
 * Digits as strokes in a 10 × 16 box, each written as the `points` of an SVG polyline. They are drawn because a minimal machine has no
 * fonts, and the picture must not contain the digits as text.
 */
const digitStrokes: readonly (readonly Point[])[] = [
  '10,8 9,0 5,0 0,1 0,8 0,15 5,16 10,16 10,8',
  '2,3 6,0 6,16 2,16 10,16',
  '0,4 2,1 6,0 10,4 8,8 0,16 10,16',
  '0,1 9,0 4,6 9,8 10,12 6,16 0,14',
  '7,16 7,0 0,11 10,11',
  '10,0 1,0 0,7 6,6 10,11 6,16 0,15',
  '9,1 4,2 0,9 2,15 7,16 10,11 6,8 1,11',
  '0,0 10,0 4,9 3,16',
  '5,8 1,5 2,1 5,0 8,1 9,5 5,8 0,12 3,16 7,16 10,12 5,8',
  '9,6 3,8 0,4 3,0 8,1 9,6 8,12 4,16',
].map(pointsOf);

function pointsOf(polyline: string): Point[] {
  return polyline.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    return [x, y];
  });
}

const widthPx = 220;
const heightPx = 72;
const between = (random: Random, low: number, high: number) => low + (random.below(10_001) / 10_000) * (high - low);

/** Draws the digits as a PNG with noise. Each digit has its own tilt, size and place, on one wave. */
export async function drawDigits(digits: string, random: Random): Promise<Buffer> {
  const phase = between(random, 0, 6);
  const wave = ([x, y]: Point): Point => [x + 3 * Math.sin(y / 11 + phase), y + 5 * Math.sin(x / 31 + phase)];
  const step = (widthPx - 30) / digits.length;
  const strokes = Array.from(digits, (digit, index) =>
    path(placed(digitStrokes[Number(digit)] ?? [], 18 + step * index, random).map(wave), between(random, 3.2, 5)),
  );
  const noise = Array.from({ length: 5 }, () => path(noiseLine(random), between(random, 1, 2)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect width="100%" height="100%" fill="#f4f4f1"/><g fill="none" stroke="#26324a" stroke-linecap="round" stroke-linejoin="round">${[...strokes, ...noise].join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 16 }).toBuffer();
}

function placed(points: readonly Point[], left: number, random: Random): Point[] {
  const tilt = between(random, -0.3, 0.3);
  const scale = between(random, 2.1, 2.7);
  const top = between(random, 10, 22);
  const [cos, sin] = [Math.cos(tilt) * scale, Math.sin(tilt) * scale];
  return points.map(([x, y]) => [left + (x - 5) * cos - (y - 8) * sin + 12, top + (x - 5) * sin + (y - 8) * cos + 18]);
}

const noiseLine = (random: Random): Point[] =>
  Array.from({ length: 4 }, (_, index): Point => [(widthPx / 3) * index, between(random, 4, heightPx - 4)]);

/** A smooth line through the points: quadratic curves between the midpoints of the segments. */
function path(points: readonly Point[], strokeWidth: number): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const show = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    return next ? `Q${show(point)} ${show([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}` : `L${show(point)}`;
  });
  return `<path stroke-width="${strokeWidth.toFixed(1)}" d="M${show(first)}${curves.join('')}"/>`;
}
