import Type, { type Static } from 'typebox';
import type { ProviderKey } from '../ports/http/signing.ts';
import type { FacebookSettings } from '../ports/http/socialLinkFacebook.ts';
import type { S3Settings } from '../ports/storageS3.ts';

const Url = (description: string) => Type.Optional(Type.String({ pattern: '^https?://[^/?#]+(/[^?#]*)?$', description }));
/** HMAC-SHA256 needs a key at least as long as its output (RFC 2104 §3): 32 characters. */
const Key = (description: string) => Type.Optional(Type.String({ pattern: '^[^:,\\s]+:[^\\s]{32,}$', description: `${description}.` }));
const Secrets = (description: string) => Type.Optional(Type.String({ pattern: '^[^,\\s]{32,}(,[^,\\s]{32,})*$', description }));

/** Environment variables of external services. settings.ts includes them. */
export const providerVariables = {
  PAYOUT_URL: Url('URL of the payout provider. A sandbox replaces it if not set.'),
  PAYOUT_KEY: Key('Signs requests to the payout provider, as id:secret with a secret of at least 32 characters'),
  PAYOUT_WEBHOOK_KEYS: Secrets(
    'Secrets of at least 32 characters with which the payout provider signs its webhooks. To rotate one, list both, separated by a comma, newest first.',
  ),
  COLLECTION_URL: Url('URL of the collection provider. A sandbox replaces it if not set.'),
  COLLECTION_KEY: Key('Signs requests to the collection provider, as id:secret'),
  COLLECTION_WEBHOOK_KEYS: Secrets('Secrets with which the collection provider signs its webhooks, in the format of PAYOUT_WEBHOOK_KEYS.'),
  SMS_URL: Url('URL of the SMS gateway. A sandbox replaces it if not set.'),
  SMS_KEY: Key('Signs requests to the SMS gateway, as id:secret'),
  FACE_URL: Url('URL of the service that compares faces and checks ID photos. A sandbox replaces it if not set.'),
  FACE_KEY: Key('Signs requests to the service of FACE_URL, as id:secret'),
  FACEBOOK_APP_ID: Type.Optional(
    Type.String({
      pattern: '^[0-9]{5,30}$',
      description: 'Facebook app id. Without it, production does not link Facebook accounts.',
    }),
  ),
  FACEBOOK_APP_SECRET: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Facebook app secret, from the dashboard of FACEBOOK_APP_ID.' }),
  ),
  FACEBOOK_DIALOG_URL: Url('Facebook login page, if not the default.'),
  FACEBOOK_GRAPH_URL: Url('URL of the Graph API with its version, if not the default.'),
  STAFF_OIDC_ISSUER: Url('Issuer of the OpenID Connect provider that logs staff in. Without it, staff log in here only.'),
  STAFF_OIDC_CLIENT_ID: Type.Optional(Type.String({ maxLength: 300, description: 'Our client id at STAFF_OIDC_ISSUER.' })),
  STAFF_OIDC_CLIENT_SECRET: Type.Optional(Type.String({ maxLength: 500, description: 'Our client secret at STAFF_OIDC_ISSUER.' })),
  STAFF_OIDC_NAME: Type.Optional(
    Type.String({ maxLength: 60, description: 'Name of the provider on the login page. Defaults to the host of STAFF_OIDC_ISSUER.' }),
  ),
  STAFF_OIDC_CLAIM: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_:./-]+=.+$',
      maxLength: 300,
      description: 'Claim that a login must have, such as hd=example.com or groups=desk. A list must include the value.',
    }),
  ),
  STAFF_OIDC_ONLY: Type.Boolean({
    default: false,
    description: 'Turns local logins off: staff log in through STAFF_OIDC_ISSUER, apart from the one emergency account.',
  }),
  STORAGE_URL: Type.Optional(
    Type.String({
      pattern: '^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\\?.*)?$',
      description: 'Bucket for photos: s3://bucket?region=…&endpoint=https://…. Without it, photos are stored in DATA_DIR/files.',
    }),
  ),
  AWS_ACCESS_KEY_ID: Type.Optional(Type.String({ description: 'Access key id for STORAGE_URL.' })),
  AWS_SECRET_ACCESS_KEY: Type.Optional(Type.String({ description: 'Secret access key for STORAGE_URL.' })),
  AWS_SESSION_TOKEN: Type.Optional(Type.String({ description: 'Session token for STORAGE_URL, if its credentials are temporary.' })),
};
const Variables = Type.Object(providerVariables);
export type ProviderEnvironment = Static<typeof Variables>;

export interface ProviderSettings {
  url: string;
  key: ProviderKey;
}

export interface MoneyProviderSettings extends ProviderSettings {
  /** Newest first. */
  webhookSecrets: readonly [string, ...string[]];
}

/** The OpenID Connect provider that identifies staff. */
export interface StaffOidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name shown to people. */
  name: string;
  /** A claim that every login must have. */
  claim?: { name: string; value: string };
  /** Only the emergency account may log in without the provider. */
  only: boolean;
}

/** Configured providers. A sandbox replaces each missing one. */
export interface Providers {
  payout?: MoneyProviderSettings;
  collection?: MoneyProviderSettings;
  sms?: ProviderSettings;
  faceMatch?: ProviderSettings;
  /** Account linking. An optional feature, so production has no sandbox for it. */
  facebook?: FacebookSettings;
  /** Logs staff in. Optional. */
  staffOidc?: StaffOidcSettings;
  /** An object store. Without it, photos go to a folder. */
  storage?: S3Settings;
}

type Variable = keyof ProviderEnvironment;

/** Variables that must be set together. */
const groups = {
  payout: ['PAYOUT_URL', 'PAYOUT_KEY', 'PAYOUT_WEBHOOK_KEYS'],
  collection: ['COLLECTION_URL', 'COLLECTION_KEY', 'COLLECTION_WEBHOOK_KEYS'],
  sms: ['SMS_URL', 'SMS_KEY'],
  faceMatch: ['FACE_URL', 'FACE_KEY'],
} as const satisfies Record<Exclude<keyof Providers, 'storage' | 'facebook' | 'staffOidc'>, readonly Variable[]>;

/** Returns every problem of the configured providers, and of missing ones where sandboxes are not allowed. */
export function providerProblems(
  env: ProviderEnvironment,
  { production, sandboxes, publicUrl }: { production: boolean; sandboxes: boolean; publicUrl: boolean },
): string[] {
  const problems: string[] = [];
  for (const names of Object.values(groups)) {
    const missing = names.filter((name) => env[name] === undefined);
    const half = missing.length < names.length;
    if (missing.length > 0 && (half || !sandboxes)) problems.push(missingText(names, missing, half));
    const url = env[names[0]];
    if (production && url !== undefined && !isPrivate(url)) problems.push(`${names[0]} must be https:// in production.`);
  }
  const conditions = { production, publicUrl };
  return [...problems, ...storageProblems(env), ...facebookProblems(env, conditions), ...staffOidcProblems(env, conditions)];
}

const missingText = (names: readonly string[], missing: readonly string[], half: boolean) =>
  `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${
    half
      ? `${names.join(', ')} must be set together.`
      : 'production does not use sandboxes (set ALLOW_SANDBOXES=true for a rehearsal without real providers).'
  }`;

/** The connection is private: TLS, or a TLS proxy on this machine. */
const isPrivate = (url: string) => url.startsWith('https://') || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/.test(url);

function storageProblems(env: ProviderEnvironment): string[] {
  if (env.STORAGE_URL === undefined) return [];
  const missing = (['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const).filter((name) => env[name] === undefined);
  const query = new URL(env.STORAGE_URL).searchParams;
  const [region, endpoint] = [query.get('region'), query.get('endpoint')];
  return [
    ...(missing.length > 0 ? [`${missing.join(', ')} missing: STORAGE_URL requires them.`] : []),
    ...(region ? [] : ['STORAGE_URL must name a region: s3://bucket?region=ap-southeast-1.']),
    ...(endpoint === null || /^https?:\/\/[^/?#]+\/?$/.test(endpoint)
      ? []
      : ['STORAGE_URL: endpoint must be an origin, e.g. https://s3.example.']),
  ];
}

function facebookProblems(env: ProviderEnvironment, { production, publicUrl }: { production: boolean; publicUrl: boolean }): string[] {
  const names = ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'] as const;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === names.length) return [];
  const urls = (['FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL'] as const).filter((name) => {
    const url = env[name];
    return production && url !== undefined && !isPrivate(url);
  });
  return [
    ...(missing.length > 0 ? [missingText(names, missing, true)] : []),
    // Facebook redirects only to registered URLs.
    ...(publicUrl
      ? []
      : ['PUBLIC_URL is missing: Facebook redirects people to it, so register <PUBLIC_URL>/api/social/facebook/callback there.']),
    ...urls.map((name) => `${name} must be https:// in production.`),
  ];
}

function staffOidcProblems(env: ProviderEnvironment, { production, publicUrl }: { production: boolean; publicUrl: boolean }): string[] {
  const names = ['STAFF_OIDC_ISSUER', 'STAFF_OIDC_CLIENT_ID', 'STAFF_OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === names.length)
    return env.STAFF_OIDC_ONLY ? [`${missing.join(', ')} are missing: with STAFF_OIDC_ONLY, nobody could log in.`] : [];
  const issuer = env.STAFF_OIDC_ISSUER;
  return [
    ...(missing.length > 0 ? [missingText(names, missing, true)] : []),
    ...(issuer === undefined || isPrivate(issuer) ? [] : ['STAFF_OIDC_ISSUER must be https://.']),
    // A provider redirects only to registered URLs.
    ...(publicUrl || !production
      ? []
      : ['PUBLIC_URL is missing: register <PUBLIC_URL>/api/staff/oidc/callback at STAFF_OIDC_ISSUER as the redirect URI.']),
  ];
}

/** Builds the provider settings. Call it after `providerProblems` returned nothing. */
export function providersOf(env: ProviderEnvironment): Providers {
  const payout = moneyProvider(env.PAYOUT_URL, env.PAYOUT_KEY, env.PAYOUT_WEBHOOK_KEYS);
  const collection = moneyProvider(env.COLLECTION_URL, env.COLLECTION_KEY, env.COLLECTION_WEBHOOK_KEYS);
  const sms = provider(env.SMS_URL, env.SMS_KEY);
  const faceMatch = provider(env.FACE_URL, env.FACE_KEY);
  const storage = objectStore(env);
  const facebook = facebookApp(env);
  const staffOidc = staffOidcOf(env);
  return {
    ...(payout ? { payout } : {}),
    ...(collection ? { collection } : {}),
    ...(sms ? { sms } : {}),
    ...(faceMatch ? { faceMatch } : {}),
    ...(storage ? { storage } : {}),
    ...(facebook ? { facebook } : {}),
    ...(staffOidc ? { staffOidc } : {}),
  };
}

function provider(url: string | undefined, key: string | undefined): ProviderSettings | undefined {
  if (url === undefined || key === undefined) return undefined;
  const colon = key.indexOf(':');
  return { url, key: { id: key.slice(0, colon), secret: key.slice(colon + 1) } };
}

function moneyProvider(url: string | undefined, key: string | undefined, secrets: string | undefined): MoneyProviderSettings | undefined {
  const base = provider(url, key);
  const [first, ...others] = secrets?.split(',') ?? [];
  return base && first !== undefined ? { ...base, webhookSecrets: [first, ...others] } : undefined;
}

function objectStore(env: ProviderEnvironment): S3Settings | undefined {
  const {
    STORAGE_URL: address,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (address === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const { hostname: bucket, searchParams } = new URL(address);
  const region = searchParams.get('region') ?? '';
  const endpoint = (searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, '');
  return { bucket, endpoint, region, accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** Released in spring 2025. Facebook supports each version for at least two years. */
const graphVersion = 'v23.0';

function facebookApp(env: ProviderEnvironment): FacebookSettings | undefined {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = env;
  if (appId === undefined || appSecret === undefined) return undefined;
  return {
    appId,
    appSecret,
    dialogUrl: env.FACEBOOK_DIALOG_URL ?? `https://www.facebook.com/${graphVersion}/dialog/oauth`,
    graphUrl: env.FACEBOOK_GRAPH_URL ?? `https://graph.facebook.com/${graphVersion}`,
  };
}

function staffOidcOf(env: ProviderEnvironment): StaffOidcSettings | undefined {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const [claim, ...value] = env.STAFF_OIDC_CLAIM?.split('=') ?? [];
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.STAFF_OIDC_NAME ?? new URL(issuer).hostname,
    ...(claim === undefined ? {} : { claim: { name: claim, value: value.join('=') } }),
    only: env.STAFF_OIDC_ONLY,
  };
}
