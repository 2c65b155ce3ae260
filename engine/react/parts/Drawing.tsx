/** URLs of the drawings by name. Vite creates a file for each, which loads on first use. */
const addresses = Object.fromEntries(
  Object.entries(import.meta.glob<string>('../drawings/*.svg', { query: '?url', import: 'default', eager: true })).map(([path, url]) => [
    path.replace(/^.*\/|\.svg$/g, ''),
    url,
  ]),
);

/**
 * A drawing in the palette's colours: `<use>` passes the page's custom properties to the file. It is hidden from screen readers,
 * and its space is reserved while it loads. The compiler checks the names in the configuration.
 */
export function Drawing({ name }: { name: string }) {
  return (
    <svg className="drawing" data-drawing={name} viewBox="0 0 240 160" aria-hidden="true" focusable="false">
      <use href={`${addresses[name]}#drawing`} />
    </svg>
  );
}
