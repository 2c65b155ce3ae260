import type { DrawingName } from './drawings.ts';

/** Addresses of the drawings by name; Vite makes a file of each, fetched when it is first shown. */
const addresses = Object.fromEntries(
  Object.entries(import.meta.glob<string>('../drawings/*.svg', { query: '?url', import: 'default', eager: true })).map(([path, url]) => [
    path.replace(/^.*\/|\.svg$/g, ''),
    url,
  ]),
);

/**
 * A drawing in the colours of the palette: `<use>` hands the page's custom properties down into the file. It says nothing to a screen
 * reader, and its room is kept while it is on its way.
 */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className="drawing" data-drawing={name} viewBox="0 0 240 160" aria-hidden="true" focusable="false">
      <use href={`${addresses[name]}#drawing`} />
    </svg>
  );
}
