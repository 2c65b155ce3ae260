/**
 * Navigates to a URL outside the app. Allows only https, and pages of our own server such as a provider's sandbox.
 *
 * @param go opens the URL; by default in this window
 */
export function leaveTo(address: string, go = (url: string) => location.assign(url)): void {
  const url = new URL(address, location.href);
  if (url.protocol !== 'https:' && url.origin !== location.origin)
    throw new Error(`Navigation to ${url.protocol} addresses is not allowed.`);
  go(url.href);
}
