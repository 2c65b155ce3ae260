import type { ReactNode } from 'react';
import type { PictureName } from './definition.ts';

const frame = <rect x="1" y="1" width="118" height="70" rx="10" className="picture-paper" />;
const line = (x: number, y: number, width: number) => <rect x={x} y={y} width={width} height="5" rx="2.5" className="picture-quiet" />;
const appIcon = (x: number, y: number, size: number) => (
  <>
    <rect x={x} y={y} width={size} height={size} rx={size / 4} className="picture-accent" />
    <path
      d={`M${x + size * 0.3} ${y + size * 0.7}v-${size * 0.2}h${size * 0.2}v-${size * 0.2}h${size * 0.2}`}
      className="picture-on-accent"
    />
  </>
);
const tile = (x: number, y: number) => <rect x={x} y={y} width="16" height="16" rx="4" className="picture-quiet" />;

/** Drawn on a grid of 120 by 72 in the theme's colours. Original drawings, not copied from a browser. */
export const pictures: Record<PictureName, ReactNode> = {
  share: (
    <>
      {frame}
      {line(16, 14, 88)}
      <path d="M60 46V24m-8 7 8-8 8 8M50 37h-4v21h28V37h-4" className="picture-line" />
    </>
  ),
  menu: (
    <>
      {frame}
      {line(16, 33, 70)}
      <circle cx="100" cy="24" r="3.5" className="picture-accent" />
      <circle cx="100" cy="36" r="3.5" className="picture-accent" />
      <circle cx="100" cy="48" r="3.5" className="picture-accent" />
    </>
  ),
  addRow: (
    <>
      {frame}
      {line(16, 12, 60)}
      <rect x="10" y="25" width="100" height="24" rx="6" className="picture-mark" />
      {line(18, 35, 50)}
      <path d="M84 28h18v18H84Zm9 5v8m-4-4h8" className="picture-line" />
      {line(16, 56, 48)}
    </>
  ),
  confirm: (
    <>
      {frame}
      {appIcon(14, 30, 28)}
      {line(50, 36, 50)}
      {line(50, 48, 34)}
      <rect x="82" y="9" width="28" height="13" rx="6.5" className="picture-accent" />
    </>
  ),
  installIcon: (
    <>
      {frame}
      <rect x="10" y="24" width="100" height="24" rx="12" className="picture-mark" />
      {line(24, 34, 46)}
      <path d="M88 29h13v13H88Zm6.5-8v13m-4-4 4 4 4-4" className="picture-line" />
    </>
  ),
  dock: (
    <>
      {frame}
      {line(16, 14, 60)}
      <rect x="22" y="46" width="76" height="22" rx="7" className="picture-mark" />
      {tile(28, 49)}
      {appIcon(52, 49, 16)}
      {tile(76, 49)}
    </>
  ),
  homescreen: (
    <>
      {frame}
      {tile(22, 14)}
      {tile(52, 14)}
      {tile(82, 14)}
      {tile(22, 42)}
      {appIcon(50, 38, 22)}
      {tile(82, 42)}
    </>
  ),
  openElsewhere: (
    <>
      {frame}
      <circle cx="60" cy="36" r="20" className="picture-line" />
      <path d="m68 28-5 11-11 5 5-11Z" className="picture-accent" />
    </>
  ),
};
