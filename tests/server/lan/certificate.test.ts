import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../server/platform/lan/certificate.ts';
import { lanCertificate } from '../../../server/platform/lan/lan.ts';

test('a self-signed certificate names the addresses and is signed with its key', () => {
  const now = new Date('2026-03-10T04:00:00Z');
  const { key, cert } = selfSignedCertificate(['localhost', '127.0.0.1', '192.168.1.20'], now);
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(createPublicKey(key))).toBe(true);
  expect(certificate.checkIP('192.168.1.20')).toBe('192.168.1.20');
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('192.168.1.21')).toBeUndefined();
  expect(new Date(certificate.validFrom) < now && now < new Date(certificate.validTo)).toBe(true);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
});

test('TLS accepts the certificate and trusts it if it was installed', async () => {
  const { key, cert } = selfSignedCertificate(['localhost', '127.0.0.1'], new Date());
  const server = createServer({ key, cert }, (_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, ca: cert }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end();
  });
  server.close();
  expect(status).toBe(200);
});

test('the certificate is stored for the next start, readable only by its owner, and renewed in time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-lan-'));
  const now = new Date();
  const first = lanCertificate(folder, now);
  expect(lanCertificate(folder, now)).toEqual(first);
  expect(statSync(join(folder, 'lan-certificate.json')).mode & 0o777).toBe(0o600);
  expect(lanCertificate(folder, new Date(now.getTime() + 400 * 86_400_000))).not.toEqual(first);
  rmSync(folder, { recursive: true });
});
