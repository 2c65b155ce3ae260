import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Type, { type Static } from 'typebox';
import { keyringFrom, type Keyring } from './crypto/keyring.ts';
import { limitsOf, limitVariables, type Limits } from './limitSettings.ts';
import { providerProblems, providersOf, providerVariables, type Providers } from './providerSettings.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Every environment variable of the server. docs/settings.md lists them. The command line has a few more (server/cli). */
const Environment = Type.Object({
  HAKBANG_MODE: Type.Enum(['demo', 'development', 'test', 'production'], {
    default: 'demo',
    description: 'Purpose of the process. Production has no /dev pages and refuses sandboxes and plain HTTP.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'IP address to listen on. Demo and development accept only addresses of this machine, or --lan.',
  }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'TCP port to listen on. Outside production, the server uses the next free one.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'Origin that customers see in the address bar, if a proxy is in front of the server.',
    }),
  ),
  TRUST_PROXY: Type.Optional(
    Type.String({ description: 'IP addresses or networks of trusted proxies (X-Forwarded-* headers), separated by commas.' }),
  ),
  HAKBANG_PROJECT: Type.String({ default: root, description: 'Folder of the product to run. `npm start -- --project <folder>` sets it.' }),
  DATA_DIR: Type.Optional(
    Type.String({
      description:
        "Folder for the server's own data: the embedded database, photos, the demo's master key, and the sandboxes' ledgers. Defaults to .data in the product's folder.",
    }),
  ),
  DIST_DIR: Type.Optional(Type.String({ description: "Folder with the built browser files. Defaults to dist in the product's folder." })),
  CONFIG_DIR: Type.Optional(
    Type.String({
      description: "Folder with schemas/, flows/, locales/ and the folders of other applications. Defaults to the product's folder.",
    }),
  ),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'Connection URL of PostgreSQL. Without it, the server uses its embedded database.',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 200,
    description: 'PostgreSQL connection pool size per node.',
  }),
  MASTER_KEY: Type.Optional(
    Type.String({
      description:
        'Master key: 32 random bytes in base64. To rotate it, follow docs/keys.md. The server refuses a key that does not belong to its database.',
    }),
  ),
  ANALYTICS_TOKEN: Type.Optional(
    Type.String({ maxLength: 200, description: 'App token of the analytics SDK, which loads in production only.' }),
  ),
  LOG_LEVEL: Type.Optional(
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      description: 'Minimum log level. Defaults to warn in a demo and info elsewhere.',
    }),
  ),
  DEMO_CUSTOMERS: Type.Boolean({
    default: true,
    description: 'Whether a new database of a demo or of development is filled with ready-made customers.',
  }),
  PREVIEW: Type.Optional(
    Type.Boolean({
      description:
        'Whether the studio shows changes in a world of made-up people, in a separate process. By default only in a demo and in development.',
    }),
  ),
  PREVIEW_URL: Type.Optional(
    Type.String({
      pattern: '^https?://\\*(\\.[a-z0-9-]+)+(:[0-9]+)?$',
      description:
        'Origin of the one preview server of all nodes, with * where the name of a stage stands, such as https://*.preview.example.com. Without it, each node shows previews itself.',
    }),
  ),
  PREVIEW_ORDERS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'Where nodes reach the preview server, if not at PREVIEW_URL with orders in place of the star.',
    }),
  ),
  PREVIEW_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      maxLength: 200,
      pattern: '^[A-Za-z0-9+/=_-]+$',
      description: 'Shared secret between nodes and the preview server, at least 32 characters.',
    }),
  ),
  PREVIEW_SERVER: Type.Boolean({
    default: false,
    description:
      'This process is the preview server of PREVIEW_URL and nothing else. It needs no database and no master key, and must not have those of production.',
  }),
  ALLOW_SANDBOXES: Type.Boolean({
    default: false,
    description: 'Allows production to use a sandbox for each provider that is not set, for a rehearsal without real providers.',
  }),
  ALLOW_EMBEDDED: Type.Boolean({
    default: false,
    description: 'Allows production to use the embedded database, which may lose its last writes in a power failure.',
  }),
  STORAGE_SHARED: Type.Boolean({
    default: false,
    description: 'Declares that all nodes share DATA_DIR/files. Production on PostgreSQL requires this or STORAGE_URL.',
  }),
  ...limitVariables,
  ...providerVariables,
});
type Environment = Static<typeof Environment>;
export const environmentVariables: object = Environment.properties;

const withFolders = (env: Environment) => ({
  ...env,
  DATA_DIR: env.DATA_DIR ?? join(env.HAKBANG_PROJECT, '.data'),
  DIST_DIR: env.DIST_DIR ?? join(env.HAKBANG_PROJECT, 'dist'),
  CONFIG_DIR: env.CONFIG_DIR ?? env.HAKBANG_PROJECT,
});
type Located = ReturnType<typeof withFolders>;

export type Mode = Environment['HAKBANG_MODE'];

/** Whether there are ready-made customers and a movable clock: in `npm start` and `npm run dev`. */
export const isDemo = (mode: Mode): boolean => mode === 'demo' || mode === 'development';

/** The location of the preview server that several nodes share, and the secret that proves that an order comes from a node. */
export interface RemotePreviewSettings {
  /** Origin of each stage, with `*` in place of its name. */
  url: string;
  /** URL at which nodes reach the server. */
  ordersUrl: string;
  secret: string;
}

/** Settings of this process, read once at startup. */
export interface ServerSettings {
  mode: Mode;
  host: string;
  port: number;
  publicUrl?: string;
  trustProxy: false | string[];
  /** Folder of the product: server/project.ts, index.html. */
  projectDir: string;
  dataDir: string;
  distDir: string;
  configDir: string;
  databaseUrl?: string;
  databasePool: number;
  /** All other keys derive from these. */
  keyring: Keyring;
  analyticsToken?: string;
  limits: Limits;
  /** Configured providers. A sandbox, or a folder, replaces each missing one. */
  providers: Providers;
  logLevel: NonNullable<Environment['LOG_LEVEL']>;
  /** Fills an empty database with ready-made customers. Only in a demo whose providers are all sandboxes. */
  demoCustomers: boolean;
  /** Offers previews of changes in a world of made-up people. */
  preview: boolean;
  /** The preview server that several nodes share. Without it, this node shows previews itself. */
  remotePreview?: RemotePreviewSettings;
  /** This process is the preview server. */
  isPreviewServer: boolean;
  /** Fills the preview world with ready-made customers. */
  previewPeople: boolean;
  /** This process is the preview world. It is short-lived, so it makes nothing durable. */
  isWorld?: boolean;
  /** Name of the preview stage that this server runs as, used in its cookies. Set by the preview itself. */
  stage?: string;
  /** Listens on the local network, over HTTPS with a self-signed certificate. */
  lan: boolean;
  /** Customers use HTTPS: cookies are Secure and HSTS is sent. */
  secure: boolean;
}

/** The environment is invalid. The message says how to fix it. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const ajv = new Ajv2020({ coerceTypes: true, useDefaults: true, allErrors: true, removeAdditional: true, strict: false });
const validate = ajv.compile<Environment>({ ...Environment, additionalProperties: false });

/**
 * Reads the settings from the environment and the command line.
 * Throws a SettingsError that names every invalid variable and the expected value.
 */
export function readSettings(env: Record<string, string | undefined>, args: readonly string[] = []): ServerSettings {
  const given = Object.fromEntries(
    Object.entries(env)
      .filter(([name, value]) => name in Environment.properties && value !== '')
      .map(([name, value]) => [name, isSwitch(name) ? (switchWords[value ?? ''] ?? value) : value]),
  );
  if (!validate(given)) {
    throw new SettingsError((validate.errors ?? []).map(({ instancePath, message }) => wrong(instancePath.slice(1), message)).join('\n'));
  }
  const unknown = args.filter((arg) => arg !== '--lan');
  if (unknown.length > 0) throw new SettingsError(`Unknown argument ${unknown.join(' ')}. Known: --lan.`);
  const lan = args.includes('--lan');
  const problems = [
    ...previewProblems(given),
    // The preview server has no customers to protect.
    ...(given.PREVIEW_SERVER ? [] : [...refusals(given, lan), ...keyProblems(given), ...providerProblems(given, conditionsOf(given))]),
  ];
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settingsOf(withFolders(given), lan);
}

const isSwitch = (name: string) => (Environment.properties[name as keyof Environment] as { type?: string }).type === 'boolean';
const switchWords: Record<string, string> = { '1': 'true', '0': 'false' };

/** Describes the expected value and the variable's purpose. Never the given value, which may be a secret. */
function wrong(name: string, message = ''): string {
  const { description } = Environment.properties[name as keyof Environment] as { description?: string };
  return `${name} ${message}${description ? ` (${description})` : ''}`;
}

const conditionsOf = ({ HAKBANG_MODE: mode, ALLOW_SANDBOXES: allowed, PUBLIC_URL: publicUrl }: Environment) => ({
  publicUrl: publicUrl !== undefined,
  production: mode === 'production',
  sandboxes: mode !== 'production' || allowed,
});

const isSecure = (env: Environment, lan: boolean) => lan || (env.PUBLIC_URL?.startsWith('https://') ?? env.HAKBANG_MODE === 'production');

function settingsOf(env: Located, lan: boolean): ServerSettings {
  return {
    mode: env.HAKBANG_MODE,
    host: lan ? '0.0.0.0' : env.HOST,
    port: env.PORT,
    ...(env.PUBLIC_URL ? { publicUrl: env.PUBLIC_URL } : {}),
    trustProxy: trustProxy(env.TRUST_PROXY),
    projectDir: resolve(env.HAKBANG_PROJECT),
    dataDir: resolve(env.DATA_DIR),
    distDir: resolve(env.DIST_DIR),
    configDir: resolve(env.CONFIG_DIR),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    databasePool: env.DATABASE_POOL,
    keyring: keyring(env),
    ...(env.ANALYTICS_TOKEN ? { analyticsToken: env.ANALYTICS_TOKEN } : {}),
    limits: limitsOf(env, env.HAKBANG_MODE === 'production'),
    providers: providersOf(env),
    // Keeps a demo's terminal readable, because it prints SMS codes.
    logLevel: env.LOG_LEVEL ?? (env.HAKBANG_MODE === 'demo' ? 'warn' : 'info'),
    demoCustomers: isDemo(env.HAKBANG_MODE) && env.DEMO_CUSTOMERS && !hasRealProvider(providersOf(env)),
    preview: env.PREVIEW ?? (isDemo(env.HAKBANG_MODE) || env.PREVIEW_URL !== undefined),
    ...remotePreview(env),
    isPreviewServer: env.PREVIEW_SERVER,
    previewPeople: env.DEMO_CUSTOMERS,
    lan,
    secure: isSecure(env, lan),
  };
}

function remotePreview({ PREVIEW_URL: url, PREVIEW_ORDERS_URL: ordersUrl, PREVIEW_SECRET: secret }: Environment) {
  if (url === undefined || secret === undefined) return {};
  return { remotePreview: { url, ordersUrl: ordersUrl ?? url.replace('*', 'orders'), secret } };
}

/** The secret and the releases must not travel in the clear. */
function previewProblems(env: Environment): string[] {
  const {
    PREVIEW_URL: url,
    PREVIEW_SECRET: secret,
    PREVIEW_SERVER: isServer,
    HAKBANG_MODE: mode,
    MASTER_KEY: key,
    DATABASE_URL: database,
  } = env;
  return [
    ...(url !== undefined && secret === undefined ? ['PREVIEW_SECRET is missing: the preview server at PREVIEW_URL requires it.'] : []),
    ...(isServer && url === undefined ? ['PREVIEW_URL is missing: PREVIEW_SERVER serves it.'] : []),
    ...(isServer && (key ?? database) !== undefined
      ? ['PREVIEW_SERVER shows made-up people only: remove MASTER_KEY and DATABASE_URL from its environment.']
      : []),
    ...(mode === 'production' && url?.startsWith('http:') ? ['PREVIEW_URL must be https:// in production.'] : []),
  ];
}

/** Whether a made-up customer could reach real people. */
const hasRealProvider = ({ payout, collection, sms, faceMatch }: Providers) =>
  [payout, collection, sms, faceMatch].some((provider) => provider !== undefined);

function trustProxy(given: string | undefined): ServerSettings['trustProxy'] {
  if (!given) return false;
  return given.split(',').map((address) => address.trim());
}

const keyProblems = (env: Environment) =>
  !env.MASTER_KEY && env.HAKBANG_MODE !== 'test' && (env.HAKBANG_MODE === 'production' || env.DATABASE_URL)
    ? ['MASTER_KEY is missing: 32 random bytes in base64 (openssl rand -base64 32). Without it, stored data cannot be decrypted.']
    : [];

/** Uses the given key, or generates one for an embedded database and stores it there. Tests use a fixed key. */
function keyring(env: Located): Keyring {
  if (env.MASTER_KEY) return readKeyring(env.MASTER_KEY);
  // The preview server seals nothing, so any key will do.
  if (env.PREVIEW_SERVER) return keyringFrom(randomBytes(32).toString('base64'));
  if (env.HAKBANG_MODE === 'test') return keyringFrom(createHash('sha256').update('test').digest('base64'));
  return readKeyring(storedKey(resolve(env.DATA_DIR)), `${join(resolve(env.DATA_DIR), 'master.key')}: `);
}

function readKeyring(text: string, source = ''): Keyring {
  try {
    return keyringFrom(text);
  } catch (error) {
    throw new SettingsError(source + (error as Error).message);
  }
}

/** Generates a key for a new database only. A new key could not decrypt an existing one. */
function storedKey(dataDir: string): string {
  const file = join(dataDir, 'master.key');
  const database = embeddedDatabaseIn(dataDir);
  try {
    if (!existsSync(file)) {
      if (existsSync(join(database, 'pg'))) {
        throw new SettingsError(
          `${file} is missing, but the database in ${database} needs that key. Restore the file, set MASTER_KEY, or move ${dataDir} away to start with an empty database.`,
        );
      }
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
    }
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `${file} cannot be used (${(error as Error).message}). Make DATA_DIR writable for this user, or choose another folder.`,
    );
  }
}

export const embeddedDatabaseIn = (dataDir: string): string => join(dataDir, 'db');

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reasons why this mode refuses to start. */
function refusals(env: Environment, lan: boolean): string[] {
  const { HAKBANG_MODE: mode, HOST: host } = env;
  if (mode !== 'production') {
    if (lan || loopback.has(host)) return [];
    return [`HOST=${host}: ${mode} mode listens on this machine only. Use --lan for a phone on your network.`];
  }
  return [
    ...(env.DATABASE_URL || env.ALLOW_EMBEDDED
      ? []
      : ['DATABASE_URL is missing: production refuses the embedded database, which does not fsync (set ALLOW_EMBEDDED=true to allow it).']),
    // An embedded database has a single node, so a local folder is enough.
    ...(!env.DATABASE_URL || env.STORAGE_URL || env.STORAGE_SHARED
      ? []
      : [
          'STORAGE_URL is missing: other nodes cannot read photos in a local folder. Set an object store, or STORAGE_SHARED=1 if all nodes share DATA_DIR/files.',
        ]),
    ...(lan ? ['--lan is for demo and development.'] : []),
    ...(isSecure(env, lan) ? [] : ['PUBLIC_URL must be https:// in production.']),
  ];
}
