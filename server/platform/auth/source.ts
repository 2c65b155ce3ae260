import ipaddr from 'ipaddr.js';

/** Where a request comes from, as limits count it. */
export interface Source {
  /** An IPv4 address, or the /64 that one IPv6 subscriber has all to itself. */
  address: string;
  /** The /48 that a provider may give to one site; an IPv4 address itself. Limits on it are looser. */
  network: string;
}

/** Normalises an address, so that no way of writing it or of choosing among one's own escapes a limit. */
export function sourceOf(address: string): Source {
  if (!ipaddr.isValid(address)) return { address: 'unknown', network: 'unknown' };
  // `process` turns an IPv4-mapped IPv6 address into the IPv4 address that it stands for.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return { address: parsed.toString(), network: parsed.toString() };
  return { address: prefixOf(parsed as ipaddr.IPv6, 64), network: prefixOf(parsed as ipaddr.IPv6, 48) };
}

const bitsPerPart = 16;

function prefixOf({ parts }: ipaddr.IPv6, bits: number): string {
  const kept = parts.map((part, index) => (index * bitsPerPart < bits ? part : 0));
  return `${new ipaddr.IPv6(kept).toString()}/${bits}`;
}
