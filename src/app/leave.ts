/** Goes to an address outside of the app: https, or a page of our own server (the sandbox of a provider). Nothing else is followed. */
export function leaveTo(address: string): void {
  const url = new URL(address, location.href);
  if (url.protocol !== 'https:' && url.origin !== location.origin) throw new Error(`An address of ${url.protocol} is not followed.`);
  location.assign(url);
}
