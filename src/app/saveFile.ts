/**
 * Downloads a file from our own server by its short-lived URL. Uses a link, because browsers block `window.open` after an asynchronous
 * call. The page stays open.
 *
 * @param url builds an API URL from a path
 */
export function saveFile(url: (path: string) => string, path: string): void {
  if (!/^\/(?!\/)/.test(path)) throw new Error(`Not a path of our own server: ${path}`);
  const link = Object.assign(document.createElement('a'), { href: url(path), download: '', rel: 'noopener' });
  link.click();
}
