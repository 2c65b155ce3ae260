/**
 * Saves a file of our own server by its short-lived address. By a link and not by `window.open`, which browsers block once an
 * operation came between the tap and it; the page stays where it is.
 *
 * @param url makes an address of the API from a path
 */
export function saveFile(url: (path: string) => string, path: string): void {
  if (!/^\/(?!\/)/.test(path)) throw new Error(`Not a path of our own server: ${path}`);
  const link = Object.assign(document.createElement('a'), { href: url(path), download: '', rel: 'noopener' });
  link.click();
}
