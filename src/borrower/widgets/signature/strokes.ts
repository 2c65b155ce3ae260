/** A stroke as flat x, y pairs in whole units of the pad. */
export type Stroke = readonly number[];

/** The answer of the widget, in the API's format (server/contract/agreements.ts, SignatureInput). */
export interface SignatureValue {
  strokes?: Stroke[];
  widthPx?: number;
  heightPx?: number;
  typedName?: string;
}

/** The pad has a fixed size on every screen, so that a drawing looks the same after a rotation and on paper. */
export const pad = { widthPx: 600, heightPx: 240 } as const;

const maxNumbers = 4000;
export const maxStrokes = 200;

/** Points closer than this do not improve the line, but they enlarge the answer. */
const minDistance = 3;

/** Appends a point; returns the same stroke if the point adds nothing. */
export function extended(stroke: Stroke, x: number, y: number): Stroke {
  const point = [Math.round(x), Math.round(y)] as const;
  if (stroke.length === 0) return point;
  if (stroke.length >= maxNumbers) return stroke;
  const [lastX = 0, lastY = 0] = stroke.slice(-2);
  return Math.hypot(point[0] - lastX, point[1] - lastY) < minDistance ? stroke : [...stroke, ...point];
}

/**
 * SVG path of a stroke. Draws curves through the midpoints between its points, so that fast strokes have no corners. A single point is a
 * dot.
 */
export function pathOf(stroke: Stroke): string {
  const points = pointsOf(stroke);
  const [first, second] = points;
  if (!first) return '';
  if (!second) return `M${first.x} ${first.y}h0`;
  const curves = points.slice(1, -1).map((point, index) => {
    const next = points[index + 2] ?? point;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  const last = points.at(-1) ?? second;
  return [`M${first.x} ${first.y}`, ...curves, `L${last.x} ${last.y}`].join('');
}

function pointsOf(stroke: Stroke): { x: number; y: number }[] {
  const points = [];
  for (let at = 0; at + 1 < stroke.length; at += 2) points.push({ x: stroke[at] ?? 0, y: stroke[at + 1] ?? 0 });
  return points;
}

/** The answer for the drawn strokes; undefined without any. */
export const drawn = (strokes: readonly Stroke[]): SignatureValue | undefined =>
  strokes.length === 0 ? undefined : { strokes: [...strokes], ...pad };
