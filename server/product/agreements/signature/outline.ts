/** A signature as an SVG path in a box with its corner at 0 0. */
export interface Outline {
  path: string;
  widthPx: number;
  heightPx: number;
  /** Strokes are drawn as lines, letters are filled. */
  draw: 'line' | 'fill';
}

const inkColour = '#10243f';
/** Pen width in the pixels of the box. Line ends are rounded. */
export const penWidthPx = 3;

/** The signature as an SVG with a transparent background. */
export function svgOf({ path, widthPx, heightPx, draw }: Outline): string {
  const paint =
    draw === 'fill'
      ? `fill="${inkColour}"`
      : `fill="none" stroke="${inkColour}" stroke-width="${penWidthPx}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" width="${widthPx}" height="${heightPx}"><path d="${path}" ${paint}/></svg>`;
}

/** Rounds a coordinate to a tenth of a pixel, to keep the path short. */
export const round = (value: number): number => Math.round(value * 10) / 10;
