import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Type, { type Static } from 'typebox';
import { keyringFrom, type Keyring } from './crypto/keyring.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Every environment variable the server reads. Nothing else in `server/` looks at `process.env`. */
const Environment = Type.Object({
  HAKBANG_MODE: Type.Enum(['demo', 'development', 'test', 'production'], { default: 'demo' }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on. --lan listens on all.' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: 'In demo and development the next free one is taken.' }),
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^/]+$', description: 'Origin that borrowers see, when a proxy stands before us.' }),
  ),
  TRUST_PROXY: Type.Optional(Type.String({ description: 'Addresses of the proxies whose X-Forwarded-* count (comma separated).' })),
  DATA_DIR: Type.String({ default: join(root, '.data') }),
  DIST_DIR: Type.String({ default: join(root, 'dist'), description: 'The built browser files.' }),
  CONFIG_DIR: Type.String({ default: root, description: 'Folder that holds schemas/, flows/ and locales/.' }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://', description: 'PostgreSQL; the embedded database without it.' })),
  DATABASE_POOL: Type.Integer({ default: 10, minimum: 1, maximum: 200, description: 'Connections a node holds.' }),
  MASTER_KEY: Type.Optional(Type.String({ description: '32 random bytes in base64; several by commas, newest first, to rotate.' })),
  ANALYTICS_TOKEN: Type.Optional(Type.String({ maxLength: 200 })),
  LOG_LEVEL: Type.Optional(Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])),
  ALLOW_SANDBOXES: Type.Boolean({
    default: false,
    description: 'SMS, face match and payout sandboxes in production: a rehearsal that reaches nobody.',
  }),
  ALLOW_EMBEDDED: Type.Boolean({ default: false, description: 'Embedded database in production, although it does not fsync.' }),
});
type Environment = Static<typeof Environment>;

export type Mode = Environment['HAKBANG_MODE'];

/** What holds for this process, read once at the start. */
export interface ServerSettings {
  mode: Mode;
  host: string;
  port: number;
  publicUrl?: string;
  trustProxy: false | string[];
  dataDir: string;
  distDir: string;
  configDir: string;
  databaseUrl?: string;
  databasePool: number;
  /** From its keys every other key is derived. */
  keyring: Keyring;
  analyticsToken?: string;
  logLevel: NonNullable<Environment['LOG_LEVEL']>;
  /** Listens beyond this machine, over HTTPS with a certificate of its own. */
  lan: boolean;
  /** Borrowers reach us over HTTPS: cookies are Secure, HSTS is sent. */
  secure: boolean;
}

/** Something in the environment that the server cannot start with; the message says what to do. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const ajv = new Ajv2020({ coerceTypes: true, useDefaults: true, allErrors: true, removeAdditional: true, strict: false });
const validate = ajv.compile<Environment>({ ...Environment, additionalProperties: false });

/**
 * Reads the settings from the environment and the command line.
 * Throws a SettingsError that names every variable that is wrong, with what was expected.
 */
export function readSettings(env: Record<string, string | undefined>, args: readonly string[] = []): ServerSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in Environment.properties && value !== ''));
  if (!validate(given)) {
    throw new SettingsError((validate.errors ?? []).map((error) => `${error.instancePath.slice(1)} ${error.message}`).join('\n'));
  }
  const unknown = args.filter((arg) => arg !== '--lan');
  if (unknown.length > 0) throw new SettingsError(`Unknown argument ${unknown.join(' ')}. Known: --lan.`);
  const settings = settingsOf(given, args.includes('--lan'));
  refuse(settings, given);
  return settings;
}

function settingsOf(env: Environment, lan: boolean): ServerSettings {
  return {
    mode: env.HAKBANG_MODE,
    host: lan ? '0.0.0.0' : env.HOST,
    port: env.PORT,
    ...(env.PUBLIC_URL ? { publicUrl: env.PUBLIC_URL } : {}),
    trustProxy: trustProxy(env.TRUST_PROXY),
    dataDir: resolve(env.DATA_DIR),
    distDir: resolve(env.DIST_DIR),
    configDir: resolve(env.CONFIG_DIR),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    databasePool: env.DATABASE_POOL,
    keyring: keyring(env),
    ...(env.ANALYTICS_TOKEN ? { analyticsToken: env.ANALYTICS_TOKEN } : {}),
    // A demo's terminal is for the SMS codes.
    logLevel: env.LOG_LEVEL ?? (env.HAKBANG_MODE === 'demo' ? 'warn' : 'info'),
    lan,
    secure: lan || (env.PUBLIC_URL?.startsWith('https://') ?? env.HAKBANG_MODE === 'production'),
  };
}

function trustProxy(given: string | undefined): ServerSettings['trustProxy'] {
  if (!given) return false;
  return given.split(',').map((address) => address.trim());
}

/** Given; or, where the database is embedded, made once and kept beside it; a fixed one in tests. */
function keyring(env: Environment): Keyring {
  if (env.MASTER_KEY) return readKeyring(env.MASTER_KEY);
  if (env.HAKBANG_MODE === 'test') return keyringFrom(createHash('sha256').update('test').digest('base64'));
  if (env.HAKBANG_MODE === 'production' || env.DATABASE_URL) {
    throw new SettingsError(
      'MASTER_KEY is missing: 32 random bytes in base64 (openssl rand -base64 32). Without it what is stored cannot be read again.',
    );
  }
  return readKeyring(keptKey(join(resolve(env.DATA_DIR), 'master.key')));
}

function readKeyring(text: string): Keyring {
  try {
    return keyringFrom(text);
  } catch (error) {
    throw new SettingsError((error as Error).message);
  }
}

function keptKey(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8');
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

function refuse(settings: ServerSettings, env: Environment): void {
  const reasons: string[] = [];
  if (settings.mode === 'production') {
    if (!settings.databaseUrl && !env.ALLOW_EMBEDDED)
      reasons.push(
        'DATABASE_URL is missing: production refuses the embedded database, which does not fsync (ALLOW_EMBEDDED=true to use it all the same).',
      );
    if (!env.ALLOW_SANDBOXES)
      reasons.push(
        'Production refuses the sandboxes for SMS, face match and payout (ALLOW_SANDBOXES=true for a rehearsal that reaches nobody).',
      );
    if (settings.lan) reasons.push('--lan is for demo and development.');
    if (!settings.secure) reasons.push('PUBLIC_URL must be https:// in production.');
  } else if (!settings.lan && !loopback.has(settings.host)) {
    reasons.push(`HOST=${settings.host}: ${settings.mode} mode listens on this machine only; use --lan for a phone on your network.`);
  }
  if (reasons.length > 0) throw new SettingsError(reasons.join('\n'));
}
