import { icons as engineIcons } from '../../engine/react/parts/icons.ts';

/** The engine's icons and the product's: SVG path data on a grid of 24, drawn in strokes. */
export const icons: Readonly<Record<string, string>> = {
  ...engineIcons,
  bank: 'M3.5 9.5 12 4l8.5 5.5ZM5.5 9.5V17m4.3-7.5V17m4.4-7.5V17m4.3-7.5V17M3.5 20h17m-17-3h17',
  cash: 'M3 6.5h18v11H3Zm9 8.3a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM6 9.5v.01M18 14.5v.01',
  chat: 'M4 5.5h16v11h-9L7 20v-3.5H4Zm4.5 4h7m-7 3.2h4.5',
  wallet: 'M4 7.5A1.5 1.5 0 0 1 5.5 6H17v3M4 7.5v10A1.5 1.5 0 0 0 5.5 19H20V9H5.5A1.5 1.5 0 0 1 4 7.5ZM20 12.2h-4a1.8 1.8 0 0 0 0 3.6h4',
  work: 'M3.5 8h17v11.5h-17Zm5.5 0V5.8A.8.8 0 0 1 9.8 5h4.4a.8.8 0 0 1 .8.8V8m-11.5 5h17m-8.5-1v2.2',
};
