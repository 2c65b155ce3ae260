import { use } from 'react';
import { IconsContext } from './icons.ts';

/** An icon next to a text, hidden from screen readers. An unknown name renders nothing. */
export function Icon({ name }: { name: string }) {
  const path = use(IconsContext)[name];
  if (path === undefined) return null;
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
