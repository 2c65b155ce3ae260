import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate, type Certificate } from './certificate.ts';

/** IPv4 addresses under which other devices of the network reach this machine. */
export const lanAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/**
 * Returns the certificate for `--lan`, because camera and storage require HTTPS. It is stored, so that a phone has to accept it only once,
 * and renewed when it expires or the addresses change.
 */
export function lanCertificate(dataDir: string, now: Date): Certificate {
  const file = join(dataDir, 'lan-certificate.json');
  const hosts = ['localhost', '127.0.0.1', ...lanAddresses()];
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Certificate) : undefined;
  if (kept && serves(kept, hosts, now)) return kept;
  const made = selfSignedCertificate(hosts, now);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
}

function serves({ cert }: Certificate, hosts: readonly string[], now: Date): boolean {
  const certificate = new X509Certificate(cert);
  const covers = (host: string) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;
  return hosts.every(covers) && now < new Date(certificate.validTo);
}
