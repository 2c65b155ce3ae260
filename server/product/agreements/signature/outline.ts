/** A signature as a picture: an SVG path in a box whose corner is 0 0. */
export interface Outline {
  path: string;
  widthPx: number;
  heightPx: number;
  /** Strokes are drawn with a line, letters are filled. */
  draw: 'line' | 'fill';
}

const inkColour = '#10243f';
/** Width of the pen, in the same pixels as the box; rounded at the ends. */
export const penWidthPx = 3;

/** The picture on its own, on a transparent ground. */
export function svgOf({ path, widthPx, heightPx, draw }: Outline): string {
  const paint =
    draw === 'fill'
      ? `fill="${inkColour}"`
      : `fill="none" stroke="${inkColour}" stroke-width="${penWidthPx}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" width="${widthPx}" height="${heightPx}"><path d="${path}" ${paint}/></svg>`;
}

/** A number of an SVG path: tenths of a pixel are enough. */
export const round = (value: number): number => Math.round(value * 10) / 10;
