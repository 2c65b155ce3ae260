/**
 * Returns the origin of a URL (RFC 6454) as browsers write it, e.g. `https://partner.example:8443`. Only HTTPS, and plain HTTP on this
 * machine. Undefined for anything else, such as a wildcard.
 */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, origin } = new URL(address);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1'));
  // A URL parser accepts a wildcard as a host name.
  return isAllowed && /^[a-z0-9.-]+$/.test(hostname) ? origin : undefined;
}

/** Whether a text is an origin and nothing else: no path, no wildcard, no default port. */
export const isExactOrigin = (text: string): boolean => originOf(text) === text;
