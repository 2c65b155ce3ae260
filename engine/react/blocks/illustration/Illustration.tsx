import type { ReactNode } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import type { IllustrationOptions } from './definition.ts';

/** Drawn in the colours of the theme; `ill-*` classes stand in blocks.css. */
const drawings: Readonly<Record<IllustrationOptions['name'], ReactNode>> = {
  welcome: (
    <>
      <path className="ill-soft" d="M20 128c30-22 62-30 100-26s66 0 100-22v48H20Z" />
      <rect className="ill-surface" x="88" y="22" width="64" height="104" rx="12" />
      <path className="ill-line" d="M100 46h28m-28 14h40m-40 14h34" />
      <rect className="ill-primary" x="100" y="92" width="40" height="16" rx="8" />
      <circle className="ill-accent" cx="176" cy="52" r="17" />
      <path className="ill-mark" d="M171 61V43h6a5 5 0 0 1 0 10h-6m-4-5h16" />
      <path className="ill-step" d="M40 128v-14h16v-14h16V86" />
    </>
  ),
  phone: (
    <>
      <circle className="ill-soft" cx="120" cy="74" r="62" />
      <rect className="ill-surface" x="92" y="20" width="56" height="108" rx="12" />
      <path className="ill-line" d="M112 118h16" />
      <path className="ill-mark ill-mark-primary" d="M106 66l10 10 20-22" />
    </>
  ),
  waiting: (
    <>
      <circle className="ill-soft" cx="120" cy="74" r="62" />
      <circle className="ill-surface" cx="120" cy="74" r="40" />
      <path className="ill-mark ill-mark-primary" d="M120 50v26l16 10" />
      <circle className="ill-accent" cx="120" cy="34" r="5" />
    </>
  ),
  success: (
    <>
      <circle className="ill-soft" cx="120" cy="74" r="62" />
      <circle className="ill-primary" cx="120" cy="74" r="38" />
      <path className="ill-mark ill-mark-light" d="M102 75l13 13 24-27" />
      <circle className="ill-accent" cx="178" cy="38" r="6" />
      <circle className="ill-accent" cx="62" cy="104" r="4" />
    </>
  ),
  sorry: (
    <>
      <circle className="ill-soft" cx="120" cy="74" r="62" />
      <circle className="ill-surface" cx="120" cy="74" r="40" />
      <path className="ill-mark ill-mark-primary" d="M106 64v2m28-2v2M106 92c7-8 21-8 28 0" />
    </>
  ),
  notFound: (
    <>
      <path className="ill-soft" d="M20 122c40-26 60 4 96-14s60-20 104-2v22H20Z" />
      <path className="ill-step" d="M120 124V60" />
      <path className="ill-surface" d="M78 34h76l14 15-14 15H78Z" />
      <path className="ill-mark ill-mark-primary" d="M110 44c0-6 14-6 14 1 0 5-7 4-7 8m0 5v.1" />
    </>
  ),
  selfie: (
    <>
      <circle className="ill-soft" cx="120" cy="74" r="62" />
      <rect className="ill-surface" x="78" y="26" width="84" height="96" rx="16" />
      <circle className="ill-primary" cx="120" cy="62" r="16" />
      <path className="ill-primary" d="M90 112c4-20 16-28 30-28s26 8 30 28Z" />
      <path className="ill-step" d="M70 42V22h20m60 0h20v20m0 64v20h-20m-60 0H70v-20" />
    </>
  ),
};

export function Illustration({ block }: { block: BlockValue }) {
  const { name } = block as BlockValue & IllustrationOptions;
  return (
    <svg className="illustration" viewBox="0 0 240 140" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}
