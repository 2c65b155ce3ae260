import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { bits, element, integer, objectId, octets, sequence, setOf, tagged, text, time, yes } from './der.ts';

export interface Certificate {
  /** PEM. */
  key: string;
  cert: string;
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const lifetimeDays = 365;
const dayMs = 86_400_000;

/**
 * Makes a self-signed P-256 certificate (RFC 5280) for these addresses and names. Node creates keys and signatures but no certificates, and
 * the packages that do bring twenty more.
 */
export function selfSignedCertificate(hosts: readonly string[], now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(setOf(sequence(objectId('2.5.4.3'), text('Hakbang on this network'))));
  const toSign = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now.getTime() - dayMs)), time(new Date(now.getTime() + lifetimeDays * dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(hosts))),
  );
  const signature = sign('sha256', toSign, privateKey);
  const der = sequence(toSign, ecdsaWithSha256, bits(signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** basicConstraints, extKeyUsage (serverAuth, which iOS demands), subjectAltName. */
function extensions(hosts: readonly string[]): Buffer[] {
  return [
    sequence(objectId('2.5.29.19'), yes, octets(sequence(yes))),
    sequence(objectId('2.5.29.37'), octets(sequence(objectId('1.3.6.1.5.5.7.3.1')))),
    sequence(objectId('2.5.29.17'), octets(sequence(...hosts.map(alternativeName)))),
  ];
}

function alternativeName(host: string): Buffer {
  const isIpv4 = /^\d+\.\d+\.\d+\.\d+$/.test(host);
  return isIpv4 ? element(0x87, Buffer.from(host.split('.').map(Number))) : element(0x82, Buffer.from(host));
}
