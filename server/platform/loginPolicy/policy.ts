import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Id, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { FormatSchema } from '../../../engine/config/form.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { Settings } from '../../../engine/config/settings.ts';
import { callingCodeOf, isCountry } from '../customer/countries.ts';
import type { Deps } from '../deps.ts';
import type { LoginRule } from './rules.ts';

/** NIST SP 800-63B-4 §3.1.3.1 requires six decimal digits. */
export const weakestSafeCodeLength = 6;

const limit = (title: string, description: string, value: number, [minimum, maximum]: readonly [number, number]) =>
  Type.Integer({ title, description, default: value, minimum, maximum });

/** flows/login.json: every limit of the login. */
export const LoginPolicy = object(
  {
    $schema: SchemaRef,
    id: Type.Optional(Id()),
    $comment: Type.Optional(Type.String()),
    country: Type.Optional(
      Type.String({
        title: 'Country',
        description:
          "Only phone numbers of this country can log in (a code of ISO 3166-1 alpha-2). Default: the region of the default language's locale.",
        pattern: '^[A-Z]{2}$',
        maxLength: 2,
      }),
    ),
    codeLength: Type.Integer({
      title: 'Code length',
      description: 'Digits of an SMS code. NIST SP 800-63B requires at least 6.',
      default: 4,
      minimum: 4,
      maximum: 8,
    }),
    guessesPerCode: limit('Guesses per code', 'Wrong guesses after which a code is invalid.', 3, [1, 10]),
    codeLifetimeSeconds: limit('Code lifetime (s)', 'Time for which a code is valid.', 300, [30, 3600]),
    resendAfterSeconds: limit('Resend after (s)', 'Time after which another code can be requested.', 60, [10, 3600]),
    codesPerDay: limit('Codes per day', 'Codes sent to one number per day.', 5, [1, 50]),
    imageCodeAfterFailures: limit(
      'Image code after failures',
      'Wrong guesses at a number after which an image code is required.',
      3,
      [1, 20],
    ),
    lockAfterFailures: limit(
      'Lock after failures',
      'Wrong guesses at a number after which it is locked until customer service unlocks it.',
      10,
      [1, 100],
    ),
    failureBudgetPerDay: limit(
      'Failures per day',
      'Wrong guesses across all numbers per day. Beyond it, everybody gets an image code.',
      500,
      [1, 100_000],
    ),
    imageCodeAfterSendsPerAddress: limit(
      'Image code after codes per address',
      'Codes requested from one IP address per hour before an image code is required. Many customers may share an address.',
      10,
      [1, 100_000],
    ),
    sendsPerAddressPerHour: limit(
      'Codes per address and hour',
      'Codes that one IP address (for IPv6, a /64) can request per hour.',
      100,
      [1, 100_000],
    ),
    sendsPerNetworkPerHour: limit(
      'Codes per network and hour',
      'Codes that one IPv6 /48 can request per hour. An IPv4 address counts as its own network.',
      400,
      [1, 1_000_000],
    ),
    sendsPerPrefixPerHour: limit(
      'Codes per number range and hour',
      'Codes sent to any thousand neighbouring numbers per hour (toll fraud).',
      25,
      [1, 100_000],
    ),
    sendsPerOperatorPerHour: limit(
      'Codes per operator and hour',
      'Codes sent per hour to numbers with the same first three digits.',
      2000,
      [1, 1_000_000],
    ),
    sendsPerMinute: limit('Codes per minute', 'Codes sent per minute across all numbers.', 300, [1, 100_000]),
    sendsPerDay: limit('Codes per 24 hours', 'Codes sent within 24 hours across all numbers.', 20_000, [1, 10_000_000]),
    imageCodeAtSharePercent: Type.Integer({
      title: 'Image code for everybody (%)',
      description: 'Share of the limits per operator, minute and day from which everybody gets an image code, before sending stops.',
      default: 50,
      minimum: 1,
      maximum: 100,
    }),
    imageCodeLifetimeSeconds: limit('Image code lifetime (s)', 'Time for which an image code is valid.', 300, [30, 3600]),
    imageCodesPerAddressPerHour: limit(
      'Image codes per address and hour',
      'Image codes that one IP address can request per hour.',
      200,
      [1, 100_000],
    ),
    imageCodesPerMinute: limit(
      'Image codes per minute',
      'Image codes per minute across all addresses. The server draws a picture for each.',
      600,
      [1, 10_000],
    ),
    proofTries: limit(
      'Work with a picture',
      'Proof of work for the device while its owner reads the picture. A laptop makes about 400 tries a second.',
      150,
      [1, 100_000],
    ),
    proofAloneTries: limit(
      'Work without a picture',
      'Proof of work for people who cannot see the picture. It must be harder than the work with a picture, so that scripts do not choose it.',
      400,
      [1, 100_000],
    ),
    sessionIdleMinutes: limit('Idle timeout (min)', 'Time without a request after which a session ends.', 30, [1, 1440]),
    sessionMaxHours: limit('Session lifetime (h)', 'Time after which any session ends.', 12, [1, 720]),
    freshMinutes: limit(
      'Fresh login (min)',
      'Operations that need a fresh login require a new code if the last one is older than this.',
      30,
      [1, 1440],
    ),
    staffTriesPerSource: limit(
      'Staff login attempts per name',
      'Login attempts for one name from one source (an IPv4 address or an IPv6 /64) before that source is paused for the name.',
      5,
      [1, 100],
    ),
    staffTryMinutes: limit('Staff login pause (min)', 'Window in which the attempts of one source or network count.', 15, [1, 1440]),
    staffTriesPerNetwork: limit(
      'Staff login attempts per network',
      'Login attempts for any name from one network (an IPv4 address or an IPv6 /48) in that window.',
      50,
      [1, 10_000],
    ),
    staffTriesPerMinute: limit(
      'Staff login attempts per minute',
      'Login attempts per minute, in total, from sources that are new for the person.',
      120,
      [1, 10_000],
    ),
    staffCodesPerHour: limit(
      'Staff codes per hour',
      'Second-factor codes evaluated per name and hour after a correct password, from all sources.',
      10,
      [1, 100],
    ),
    staffFreshMinutes: limit(
      'Staff fresh factor (min)',
      'Operations of staff that move money, delete or approve need a second factor that was used within this time.',
      5,
      [1, 30],
    ),
    staffLinkHours: limit(
      'Staff enrolment link (h)',
      'Hours for which the link works by which a new member of staff chooses a password.',
      72,
      [1, 168],
    ),
    revealsPerHour: limit('Reveals per hour', 'How often a customer may reveal their own secret answers per hour.', 10, [1, 1000]),
    resumeLinkDays: limit('Resume link (days)', 'Days for which a link that leads back to a flow works.', 14, [1, 60]),
    resumeLinksPerHour: limit('Resume links per hour', 'Links back to a flow that one customer may request per hour.', 3, [1, 100]),
    resumeLinksKept: limit(
      'Resume links per customer',
      'Links of one customer and flow that work at a time. A newer one ends the oldest.',
      3,
      [1, 20],
    ),
    invitationsPerDay: limit(
      'Invitations per customer and day',
      'Invitations of guests that one customer may send within 24 hours.',
      5,
      [1, 100],
    ),
    invitedPerDay: limit(
      'Invitations per number and day',
      'Invitations that one number may get within 24 hours, from all customers. This prevents harassment through our invitations.',
      3,
      [1, 100],
    ),
    declinedDays: limit('Refusal (days)', 'Days for which nobody can invite a number again after its holder declined.', 180, [1, 730]),
    guestMinutes: limit('Guest session (min)', 'Time after which the session of a guest ends.', 60, [1, 720]),
    revealSeconds: limit('Reveal time (s)', 'Time after which the screen hides the answer again.', 60, [5, 3600]),
  },
  { title: 'Login', description: 'Limits of the login by SMS code.' },
);
export type LoginPolicy = Static<typeof LoginPolicy>;

const defaults = Object.fromEntries(
  Object.entries(LoginPolicy.properties).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
) as LoginPolicy;

/** Returns the limits of the active release, with defaults for those it does not set. */
export function loginPolicy(deps: Pick<Deps, 'releases'>): LoginPolicy {
  return { ...defaults, ...onlyOf(deps.releases.active().manifest.other, 'login') };
}

const defaultLocale = ({ default: code, offered }: Settings['languages']): string =>
  offered.find((each) => each.code === code)?.locale ?? code;

const countryOf = ({ country }: Partial<LoginPolicy>, { languages }: Settings): string =>
  country ?? new Intl.Locale(defaultLocale(languages)).region ?? '';

/** Returns the country whose phone numbers can log in (ISO 3166-1 alpha-2). */
export const countryServed = (deps: Pick<Deps, 'releases'>): string =>
  countryOf(loginPolicy(deps), deps.releases.active().manifest.settings);

function countryFindings(policy: Partial<LoginPolicy>, settings: Settings | undefined, shown: unknown): KindFinding<LoginRule>[] {
  if (!settings) return [];
  const country = countryOf(policy, settings);
  if (isCountry(country)) {
    const code = `+${callingCodeOf(country)}`;
    if (typeof shown !== 'string' || shown === code) return [];
    const pointer = policy.country === undefined ? '' : '/country';
    const message = `Numbers of "${country}" begin with ${code}, but the form "phone" shows ${shown} before them.`;
    return [{ code: 'country-code', pointer, message, fix: 'Set "countryCode" in schemas/forms/phone.ui.json to the same country.' }];
  }
  return [
    {
      code: 'unknown-country',
      pointer: policy.country === undefined ? '' : '/country',
      message: `No phone number of the country "${country}" is known, so nobody could log in. Set "country" to a code of ISO 3166-1, such as "DE".`,
    },
  ];
}

/** Server and form must use the same code length. */
function codeLengthFindings(codeLength: number, format: FormatSchema | undefined): KindFinding<LoginRule>[] {
  if (!format || (format.minLength === codeLength && format.maxLength === codeLength)) return [];
  const found = `minLength ${format.minLength ?? 'absent'}, maxLength ${format.maxLength ?? 'absent'}`;
  return [
    {
      code: 'code-length',
      pointer: '/codeLength',
      message: `codeLength is ${codeLength}, but schemas/formats/smsCode.schema.json has ${found}. Set both to the same number.`,
    },
  ];
}

/** If freshness outlasted the session, no action would ever require a new code. */
function freshFindings({ freshMinutes, sessionMaxHours }: LoginPolicy): KindFinding<LoginRule>[] {
  if (freshMinutes < sessionMaxHours * 60) return [];
  return [
    {
      code: 'always-fresh',
      pointer: '/freshMinutes',
      message: `freshMinutes is ${freshMinutes}, but sessions end after ${sessionMaxHours} h (${sessionMaxHours * 60} min): no operation would ever require a new code. Set a smaller number.`,
    },
  ];
}

type Figure = { [Name in keyof LoginPolicy]-?: NonNullable<LoginPolicy[Name]> extends number ? Name : never }[keyof LoginPolicy];

/** `low` must be at most `high`, or below it if strict. `highTimes` converts `high` to the unit of `low`. */
const orders: readonly { low: Figure; high: Figure; highTimes?: number; isStrict?: true; why: string }[] = [
  { low: 'resendAfterSeconds', high: 'codeLifetimeSeconds', why: 'for a while there would be no valid code' },
  {
    low: 'imageCodeAfterFailures',
    high: 'lockAfterFailures',
    isStrict: true,
    why: 'a number would be locked before an image code is required',
  },
  { low: 'guessesPerCode', high: 'lockAfterFailures', why: 'a number would be locked before the guesses of one code are used up' },
  { low: 'sessionIdleMinutes', high: 'sessionMaxHours', highTimes: 60, why: 'every session would have ended before' },
  { low: 'sendsPerMinute', high: 'sendsPerDay', why: 'the limit per day would be reached first' },
  { low: 'sendsPerAddressPerHour', high: 'sendsPerNetworkPerHour', why: 'an address belongs to a network' },
  { low: 'sendsPerPrefixPerHour', high: 'sendsPerOperatorPerHour', why: 'a range of numbers belongs to an operator' },
  { low: 'imageCodeAfterSendsPerAddress', high: 'sendsPerAddressPerHour', isStrict: true, why: 'an image code would never be asked for' },
  { low: 'proofTries', high: 'proofAloneTries', why: 'scripts would choose the work without a picture' },
  { low: 'staffTriesPerSource', high: 'staffTriesPerNetwork', why: 'a source belongs to a network' },
  { low: 'revealSeconds', high: 'sessionIdleMinutes', highTimes: 60, why: 'the session ends before the answer is hidden' },
];

function orderFindings(policy: LoginPolicy, given: Partial<LoginPolicy>): KindFinding<LoginRule>[] {
  return orders.flatMap(({ low, high, highTimes = 1, isStrict, why }): KindFinding<LoginRule>[] => {
    const [value, bound] = [policy[low], policy[high] * highTimes];
    if (isStrict ? value < bound : value <= bound) return [];
    const message = `${low} is ${policy[low]} and ${high} is ${policy[high]}: ${why}.`;
    return [{ code: 'login-order', pointer: given[low] === undefined ? `/${high}` : `/${low}`, message }];
  });
}

function check(given: Partial<LoginPolicy>, project: ProjectView): KindFinding<LoginRule>[] {
  const policy = { ...defaults, ...given };
  return [
    ...countryFindings(given, project.get('settings'), project.get('formUi', 'phone')?.fields['phone']?.['ui:options']?.['countryCode']),
    ...codeLengthFindings(policy.codeLength, project.get('format', 'smsCode')),
    ...freshFindings(policy),
    ...orderFindings(policy, given),
  ];
}

export const loginKind: KindDefinition<LoginRule> = {
  name: 'login',
  metaSchema: LoginPolicy,
  single: true,
  required: 'flows/login.json',
  check,
};

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    login: Partial<LoginPolicy>;
  }
}
