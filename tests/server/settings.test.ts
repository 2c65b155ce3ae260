import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../server/platform/settings.ts';

let dataDir: string;
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'hakbang-settings-'))));
afterAll(() => rmSync(dataDir, { recursive: true }));

const key = Buffer.alloc(32, 1).toString('base64');
const production = {
  HAKBANG_MODE: 'production',
  DATABASE_URL: 'postgres://db/hakbang',
  MASTER_KEY: key,
  ALLOW_SANDBOXES: 'true',
  PUBLIC_URL: 'https://app.example',
  STORAGE_SHARED: '1',
};

const oidc = {
  STAFF_OIDC_ISSUER: 'https://login.example/realm',
  STAFF_OIDC_CLIENT_ID: 'desk',
  STAFF_OIDC_CLIENT_SECRET: 'of the desk',
};

test('D01 the provider of logins is known by its host unless it has a name; a claim may contain an equals sign', () => {
  const { staffOidc } = readSettings({ DATA_DIR: dataDir, ...oidc, STAFF_OIDC_CLAIM: 'team=a=b' }).providers;
  expect(staffOidc).toMatchObject({ name: 'login.example', only: false, claim: { name: 'team', value: 'a=b' } });
  expect(() => readSettings({ ...production, PUBLIC_URL: '', ...oidc })).toThrow(
    /PUBLIC_URL is missing: register <PUBLIC_URL>\/api\/staff\/oidc\/callback/,
  );
});

test('no settings make a demo on this machine', () => {
  expect(readSettings({ DATA_DIR: dataDir })).toMatchObject({ mode: 'demo', host: '127.0.0.1', port: 3000, lan: false, secure: false });
});

test('a demo creates its master key once, readable only by its owner', () => {
  const [first, second] = [readSettings({ DATA_DIR: dataDir }), readSettings({ DATA_DIR: dataDir })];
  expect(second.keyring).toEqual(first.keyring);
  const file = join(dataDir, 'master.key');
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

describe('a demo with a missing or damaged master key', () => {
  test('does not create a new key for an existing database, whose rows it could not read', () => {
    const folder = mkdtempSync(join(dataDir, 'keyless-'));
    mkdirSync(join(folder, 'db', 'pg'), { recursive: true });
    expect(() => readSettings({ DATA_DIR: folder })).toThrow(/master\.key is missing, but the database in .*Restore the file/);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  test('names the file without a key', () => {
    const folder = mkdtempSync(join(dataDir, 'broken-'));
    writeFileSync(join(folder, 'master.key'), 'c2hvcnQ=');
    expect(() => readSettings({ DATA_DIR: folder })).toThrow(/master\.key: .*32 bytes/);
  });

  test('reports that its folder is not writable', () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    expect(() => readSettings({ DATA_DIR: join(file, 'data') })).toThrow(/master\.key cannot be used \(ENOTDIR.*Make DATA_DIR writable/);
  });
});

test.each([
  ['a port that is none', { PORT: '99999' }, /PORT must be <= 65535/],
  ['a mode that is none', { HAKBANG_MODE: 'prod' }, /HAKBANG_MODE/],
  ['a master key that is too short', { MASTER_KEY: 'c2hvcnQ=' }, /32 bytes/],
  ['a demo open to the network', { HOST: '0.0.0.0' }, /Use --lan/],
  [
    'half a provider of logins',
    { STAFF_OIDC_ISSUER: 'https://login.example', STAFF_OIDC_CLIENT_ID: 'desk' },
    /STAFF_OIDC_CLIENT_SECRET is missing: .* must be set together/,
  ],
  ['a provider of logins on an open line', { ...oidc, STAFF_OIDC_ISSUER: 'http://login.example' }, /STAFF_OIDC_ISSUER must be https/],
  ['logins through a provider that is not named', { STAFF_OIDC_ONLY: '1' }, /STAFF_OIDC_ISSUER, .* are missing: .* nobody could log in/],
  ['a claim without a value', { ...oidc, STAFF_OIDC_CLAIM: 'groups' }, /STAFF_OIDC_CLAIM/],
  ['PostgreSQL without a key of its own', { DATABASE_URL: 'postgres://db/hakbang' }, /MASTER_KEY is missing/],
])('refuses %s, and says what is wrong', (_name, env, message) => {
  expect(() => readSettings({ DATA_DIR: dataDir, ...env })).toThrow(message);
});

test.each([
  ['the embedded database', { DATABASE_URL: '' }, /DATABASE_URL is missing/],
  ['sandboxes', { ALLOW_SANDBOXES: '' }, /PAYOUT_URL, PAYOUT_KEY, PAYOUT_WEBHOOK_KEYS are missing: production does not use sandboxes/],
  ['a missing key', { MASTER_KEY: '' }, /MASTER_KEY is missing/],
  ['photos in a folder that other nodes may not see', { STORAGE_SHARED: '' }, /STORAGE_URL is missing: .*or STORAGE_SHARED=1/],
  ['plain http', { PUBLIC_URL: 'http://app.example' }, /must be https/],
])('production refuses %s', (_name, env, message) => {
  expect(() => readSettings({ ...production, ...env })).toThrow(message);
});

test('production on the embedded database has one node, so it needs no shared photo folder', () => {
  expect(readSettings({ ...production, DATABASE_URL: '', ALLOW_EMBEDDED: '1', STORAGE_SHARED: '0' })).toMatchObject({ mode: 'production' });
});

test('production starts with complete settings', () => {
  expect(readSettings({ ...production, HOST: '0.0.0.0' })).toMatchObject({ mode: 'production', host: '0.0.0.0', secure: true });
  expect(() => readSettings(production, ['--lan'])).toThrow(/--lan is for demo/);
});

test('--lan listens on the network over HTTPS', () => {
  expect(readSettings({ DATA_DIR: dataDir }, ['--lan'])).toMatchObject({ host: '0.0.0.0', lan: true, secure: true });
  expect(() => readSettings({ DATA_DIR: dataDir }, ['--wan'])).toThrow(/Unknown argument --wan/);
});

const secret = 'x'.repeat(32);
const providers = {
  PAYOUT_URL: 'https://pay.example/v1',
  PAYOUT_KEY: `k1:${secret}`,
  PAYOUT_WEBHOOK_KEYS: `${secret}2,${secret}1`,
  COLLECTION_URL: 'https://collect.example',
  COLLECTION_KEY: `k2:${secret}`,
  COLLECTION_WEBHOOK_KEYS: secret,
  SMS_URL: 'http://127.0.0.1:9000/sms',
  SMS_KEY: `k3:${secret}`,
  FACE_URL: 'https://face.example',
  FACE_KEY: `k4:a:b${secret}`,
};

function messageOf(env: Record<string, string>): string {
  try {
    readSettings({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('providers', () => {
  test('production starts without sandboxes when all are set', () => {
    const settings = readSettings({ ...production, ...providers, ALLOW_SANDBOXES: '' });
    expect(settings.providers).toEqual({
      payout: { url: 'https://pay.example/v1', key: { id: 'k1', secret }, webhookSecrets: [`${secret}2`, `${secret}1`] },
      collection: { url: 'https://collect.example', key: { id: 'k2', secret }, webhookSecrets: [secret] },
      sms: { url: 'http://127.0.0.1:9000/sms', key: { id: 'k3', secret } },
      faceMatch: { url: 'https://face.example', key: { id: 'k4', secret: `a:b${secret}` } },
    });
  });

  test('production reports all missing settings at once, including key and database', () => {
    const message = messageOf({ HAKBANG_MODE: 'production' });
    const names = [...Object.keys(providers), 'MASTER_KEY', 'DATABASE_URL'];
    for (const name of names) expect(message).toMatch(new RegExp(`^[^:]*\\b${name}\\b[^:]* (is|are) missing`, 'm'));
  });

  test.each([
    ['PAYOUT_KEY', 'PAYOUT_URL, PAYOUT_KEY, PAYOUT_WEBHOOK_KEYS must be set together'],
    ['COLLECTION_WEBHOOK_KEYS', 'must be set together'],
    ['SMS_URL', 'SMS_URL is missing: SMS_URL, SMS_KEY must be set together'],
  ])('half a provider is refused in any mode: %s is left out', (name, message) => {
    expect(messageOf({ ...providers, [name]: '' })).toContain(message);
    expect(messageOf({ ...providers })).toBe('');
  });

  test('a missing provider becomes a sandbox, in production only if allowed', () => {
    const some = { ...production, ...providers, FACE_URL: '', FACE_KEY: '' };
    expect(readSettings(some).providers).not.toHaveProperty('faceMatch');
    expect(messageOf({ ...some, ALLOW_SANDBOXES: '' })).toMatch(/^FACE_URL, FACE_KEY are missing: production does not use sandboxes/);
  });

  test('plain HTTP across a network is refused in production', () => {
    expect(messageOf({ ...production, ...providers, PAYOUT_URL: 'http://pay.example' })).toBe('PAYOUT_URL must be https:// in production.');
    expect(messageOf({ ...production, ...providers, PAYOUT_URL: 'http://localhost.evil.example' })).toContain('must be https://');
  });

  test.each([
    ['SMS_KEY', 'k3:too-short'],
    ['SMS_KEY', secret],
    ['PAYOUT_WEBHOOK_KEYS', `${secret},short`],
    ['PAYOUT_URL', 'pay.example'],
    ['PAYOUT_URL', 'https://pay.example/v1?key=1'],
    ['STORAGE_URL', 'https://bucket'],
  ])('%s that is none is refused, and not repeated', (name, value) => {
    const message = messageOf({ ...providers, [name]: value });
    expect(message).toContain(`${name} must match`);
    expect(message).not.toContain(value);
  });

  test('an object store needs an address and its credentials', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'SK' };
    const stored = (address: string) => readSettings({ DATA_DIR: dataDir, STORAGE_URL: address, ...keys }).providers.storage;
    const credentials = { accessKeyId: 'AK', secretAccessKey: 'SK' };
    expect(stored('s3://my.photos?region=ap-southeast-1')).toEqual({
      bucket: 'my.photos',
      region: 'ap-southeast-1',
      endpoint: 'https://s3.ap-southeast-1.amazonaws.com',
      ...credentials,
    });
    expect(stored('s3://photos?region=auto&endpoint=https://s3.example/')).toMatchObject({
      endpoint: 'https://s3.example',
      region: 'auto',
    });
    expect(messageOf({ STORAGE_URL: 's3://photos?region=auto', AWS_ACCESS_KEY_ID: 'AK' })).toContain('AWS_SECRET_ACCESS_KEY missing');
    expect(messageOf({ STORAGE_URL: 's3://photos', ...keys })).toContain('must name a region');
    expect(messageOf({ STORAGE_URL: 's3://photos?region=a&endpoint=s3.example', ...keys })).toContain('endpoint must be an origin');
  });
});

describe('T03 the preview server', () => {
  const [url, secret] = ['https://*.preview.example.com', 'x'.repeat(32)];
  const node = { PREVIEW_URL: url, PREVIEW_SECRET: secret };

  test('is where the settings say, and nodes reach it at a host of its own', () => {
    expect(readSettings({ HAKBANG_MODE: 'test', ...node })).toMatchObject({
      preview: true,
      isPreviewServer: false,
      remotePreview: { url, ordersUrl: 'https://orders.preview.example.com', secret },
    });
  });

  test('has neither the key nor the database of customers, and needs none in production', () => {
    const server = { ...node, HAKBANG_MODE: 'production', PREVIEW_SERVER: 'true' };
    expect(readSettings(server)).toMatchObject({ isPreviewServer: true });
    for (const more of [{ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, { DATABASE_URL: 'postgres://db/one' }])
      expect(() => readSettings({ ...server, ...more })).toThrow('PREVIEW_SERVER shows made-up people only');
  });

  test.each([
    [{ PREVIEW_URL: url }, 'PREVIEW_SECRET is missing'],
    [{ ...node, PREVIEW_URL: 'https://preview.example.com' }, 'PREVIEW_URL'],
    [{ ...node, PREVIEW_SECRET: 'short' }, 'PREVIEW_SECRET'],
    [{ PREVIEW_SERVER: 'true' }, 'PREVIEW_URL is missing'],
    [{ ...node, PREVIEW_URL: 'http://*.preview.example.com', PREVIEW_SERVER: 'true', HAKBANG_MODE: 'production' }, 'must be https://'],
  ])('%o is refused', (env, says) => {
    expect(() => readSettings({ HAKBANG_MODE: 'test', ...env })).toThrow(says);
  });
});
