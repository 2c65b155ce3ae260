import { use } from 'react';
import { IconsContext } from './icons.ts';

/** A line drawing beside words; it says nothing to a screen reader. An unknown name draws nothing. */
export function Icon({ name }: { name: string }) {
  const path = use(IconsContext)[name];
  if (path === undefined) return null;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
