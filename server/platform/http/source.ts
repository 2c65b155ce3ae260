import ipaddr from 'ipaddr.js';

/** Origin of a request, as rate limits count it. */
export interface Source {
  /** An IPv4 address, or the /64 prefix of one IPv6 subscriber. */
  address: string;
  /** The /48 prefix that a provider may assign to one site, or the IPv4 address itself. Its limits are looser. */
  network: string;
}

/** Normalises an address, so that neither another notation nor another address of the same subscriber evades a limit. */
export function sourceOf(address: string): Source {
  if (!ipaddr.isValid(address)) return { address: 'unknown', network: 'unknown' };
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return { address: parsed.toString(), network: parsed.toString() };
  return { address: prefixOf(parsed as ipaddr.IPv6, 64), network: prefixOf(parsed as ipaddr.IPv6, 48) };
}

const bitsPerPart = 16;

function prefixOf({ parts }: ipaddr.IPv6, bits: number): string {
  const kept = parts.map((part, index) => (index * bitsPerPart < bits ? part : 0));
  return `${new ipaddr.IPv6(kept).toString()}/${bits}`;
}
