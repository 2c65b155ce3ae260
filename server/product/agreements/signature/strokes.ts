import { penWidthPx, round, type Outline } from './outline.ts';

interface Point {
  x: number;
  y: number;
}

/** Limit for all strokes together. The contract already limits each stroke. */
const maxPoints = 20_000;
/** A drawing whose longer side is smaller is a dot or a slip. */
const minExtentPx = 24;
/** A straight line across the pad is not a signature, but a short name with one turn is. */
const minTurnDegrees = 30;
const maxWidthPx = 600;
const maxHeightPx = 240;
const paddingPx = penWidthPx * 2;

/**
 * Converts the strokes of a pad to a path: moved to the corner, scaled down, smoothed. Undefined if they are not a signature: nothing, a
 * dot or a straight line.
 *
 * @param strokes flat x, y pairs of each stroke, in the pixels of the pad
 */
export function drawnOutline(strokes: readonly (readonly number[])[]): Outline | undefined {
  const lines = strokes.map(pointsOf);
  const points = lines.flat();
  if (points.length === 0 || points.length > maxPoints) return undefined;
  const left = least(points, 'x');
  const top = least(points, 'y');
  const width = -least(points.map(negative), 'x') - left;
  const height = -least(points.map(negative), 'y') - top;
  if (Math.max(width, height) < minExtentPx || !turns(lines)) return undefined;
  const scale = Math.min(1, (maxWidthPx - 2 * paddingPx) / Math.max(width, 1), (maxHeightPx - 2 * paddingPx) / Math.max(height, 1));
  const place = ({ x, y }: Point): Point => ({
    x: round((x - left) * scale + paddingPx),
    y: round((y - top) * scale + paddingPx),
  });
  return {
    path: lines.map((line) => smooth(line.map(place))).join(''),
    widthPx: Math.ceil(width * scale) + 2 * paddingPx,
    heightPx: Math.ceil(height * scale) + 2 * paddingPx,
    draw: 'line',
  };
}

function pointsOf(stroke: readonly number[]): Point[] {
  const points: Point[] = [];
  // Drops a trailing x without its y.
  for (let at = 0; at + 1 < stroke.length; at += 2) points.push({ x: stroke[at] as number, y: stroke[at + 1] as number });
  return points;
}

const negative = ({ x, y }: Point): Point => ({ x: -x, y: -y });

/** Not `Math.min(...)`: twenty thousand arguments may overflow the stack. */
const least = (points: readonly Point[], axis: 'x' | 'y'): number => points.reduce((min, point) => Math.min(min, point[axis]), Infinity);

/** Whether the pen changed its direction noticeably or was lifted. */
function turns(lines: readonly Point[][]): boolean {
  const moved = lines.map(steps).filter((line) => line.length > 0);
  if (moved.length > 1) return true;
  const [first = 0, ...others] = moved[0] ?? [];
  return others.some((angle) => differenceDegrees(angle, first) > minTurnDegrees);
}

/** Directions in degrees of a stroke's steps. Leaves out steps too short to have a direction. */
function steps(line: readonly Point[]): number[] {
  const minStepPx = 4;
  const angles: number[] = [];
  let [from] = line;
  for (const to of line) {
    if (!from || Math.hypot(to.x - from.x, to.y - from.y) < minStepPx) continue;
    angles.push((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
    from = to;
  }
  return angles;
}

function differenceDegrees(a: number, b: number): number {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
}

/** Draws quadratic Bézier curves through the midpoints of the steps. */
function smooth(line: readonly Point[]): string {
  const [first, second] = line;
  if (!first) return '';
  const start = `M${first.x} ${first.y}`;
  // A zero-length line with round ends draws a dot.
  if (!second) return `${start}L${first.x} ${first.y}`;
  const curves = line.slice(1, -1).map((point, index) => {
    const next = line[index + 2] as Point;
    return `Q${point.x} ${point.y} ${round((point.x + next.x) / 2)} ${round((point.y + next.y) / 2)}`;
  });
  const last = line.at(-1) as Point;
  return `${start}${curves.join('')}L${last.x} ${last.y}`;
}
