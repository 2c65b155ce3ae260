import Type, { type Static } from 'typebox';
import { Id, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { Deps } from '../deps.ts';
import type { LoginRule } from './rules.ts';

/** NIST SP 800-63B-4 §3.1.3.1 asks for six decimal digits. */
export const weakestSafeCodeLength = 6;

const count = (title: string, description: string, value: number, minimum = 1) =>
  Type.Integer({ title, description, default: value, minimum });

/** flows/login.json: every number of the login. */
export const LoginPolicy = Type.Object(
  {
    $schema: SchemaRef,
    id: Type.Optional(Id()),
    $comment: Type.Optional(Type.String()),
    codeLength: Type.Integer({
      title: 'Code length',
      description: 'Digits of an SMS code. Below 6 is weaker than NIST SP 800-63B asks.',
      default: 4,
      minimum: 4,
      maximum: 8,
    }),
    guessesPerCode: count('Guesses a code', 'Wrong guesses after which a code is dead.', 3),
    codeLifetimeSeconds: count('Life of a code (s)', 'A code serves this long.', 300, 30),
    resendAfterSeconds: count('Resend after (s)', 'Another code can be asked for after this time.', 60, 10),
    codesPerDay: count('Codes a day', 'Codes that a number gets in a day.', 5),
    imageCodeAfterFailures: count('Image code after failures', 'Wrong guesses at a number after which an image code is asked.', 3),
    lockAfterFailures: count('Lock after failures', 'Wrong guesses at a number after which it is locked until it is unlocked.', 10),
    failureBudgetPerDay: count(
      'Failure budget a day',
      'Wrong guesses in a day over all numbers; beyond it everybody gets an image code.',
      500,
    ),
    imageCodeAfterSendsPerAddress: count(
      'Image code after sends from an address',
      'Codes that one network address asks for in an hour before an image code is asked. Many customers may share an address.',
      10,
    ),
    sendsPerAddressPerHour: count(
      'Sends from an address an hour',
      'Codes that one network address (of IPv6 a /64) can ask for in an hour.',
      100,
    ),
    sendsPerNetworkPerHour: count(
      'Sends from a network an hour',
      'Codes that one IPv6 /48 can ask for in an hour; an IPv4 address is a network by itself.',
      400,
    ),
    sendsPerPrefixPerHour: count('Sends to neighbours an hour', 'Codes to any thousand neighbouring numbers in an hour (toll fraud).', 25),
    sendsPerOperatorPerHour: count('Sends to an operator an hour', 'Codes an hour to numbers with the same first three digits.', 2000),
    sendsPerMinute: count('Sends a minute', 'Codes a minute over all numbers.', 300),
    sendsPerDay: count('Sends a day', 'Codes within 24 hours over all numbers.', 20_000),
    imageCodeAtSharePercent: Type.Integer({
      title: 'Image code for everybody (%)',
      description: 'Share of sends an operator, a minute or a day from which everybody gets an image code, before the limit stops sending.',
      default: 50,
      minimum: 1,
      maximum: 100,
    }),
    imageCodeLifetimeSeconds: count('Life of an image code (s)', 'An image code serves this long.', 300, 30),
    imageCodesPerAddressPerHour: count(
      'Image codes of an address an hour',
      'Image codes that one network address can ask for in an hour.',
      200,
    ),
    imageCodesPerMinute: count('Image codes a minute', 'Image codes a minute over all addresses: each costs the server a picture.', 600),
    proofTries: count(
      'Work beside a picture',
      'Work that a device does while its owner reads the picture; a laptop makes about 400 tries a second.',
      150,
    ),
    proofAloneTries: count(
      'Work in place of a picture',
      'Work for who cannot see the picture. More than beside it, lest scripts choose this way.',
      400,
    ),
    sessionIdleMinutes: count('Session idles out (min)', 'A session without a call ends after this time.', 30),
    sessionMaxHours: count('Session ends (h)', 'Any session ends after this time.', 12),
    freshMinutes: count(
      'Login is fresh (min)',
      'Operations that need a fresh login ask for a new code when the phone was last proved longer ago than this.',
      30,
    ),
    staffTriesPerSource: count(
      'Logins of staff for a name',
      'Tries at the login of one name from one source (an IPv4 address or an IPv6 /64) before the name pauses for that source.',
      5,
    ),
    staffTryMinutes: count('Pause of a login of staff (min)', 'Time in which the tries of one source and of one network count.', 15),
    staffTriesPerNetwork: count(
      'Logins of staff from a network',
      'Tries for any names from one network (an IPv4 address or an IPv6 /48) in the time of a pause.',
      50,
    ),
    staffTriesPerMinute: count(
      'Logins of staff a minute',
      'Tries a minute, all together, from sources that the person has not logged in from before.',
      120,
    ),
    staffCodesPerHour: count(
      'Codes of staff an hour',
      'Second-factor codes that are judged with the right password of a name in an hour, wherever they come from.',
      10,
    ),
    revealsPerHour: count('Secrets shown an hour', 'How often a customer may look at their own secret answers in an hour.', 10),
    revealSeconds: count('A secret is shown for (s)', 'Then the screen hides it again.', 60, 5),
  },
  { title: 'Login', description: 'Limits of the login by SMS code.', additionalProperties: false },
);
export type LoginPolicy = Static<typeof LoginPolicy>;

const defaults = Object.fromEntries(
  Object.entries(LoginPolicy.properties).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
) as LoginPolicy;

/** The limits that hold now: those of the active release, the defaults where it is silent. */
export function loginPolicy(deps: Pick<Deps, 'releases'>): LoginPolicy {
  const [given] = Object.values(deps.releases.active().manifest.other['login'] ?? {});
  return { ...defaults, ...(given as Partial<LoginPolicy> | undefined) };
}

interface CodeFormat {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Server and form must ask for the same number of digits. */
function codeLengthFindings(codeLength: number, format: CodeFormat | undefined): KindFinding<LoginRule>[] {
  if (!format || (format.minLength === codeLength && format.maxLength === codeLength)) return [];
  const found = `minLength ${format.minLength ?? 'absent'}, maxLength ${format.maxLength ?? 'absent'}`;
  return [
    {
      code: 'code-length',
      pointer: '/codeLength',
      message: `codeLength is ${codeLength}, but schemas/formats/smsCode.schema.json has ${found}. Give both the same number.`,
    },
  ];
}

/** A login that stays fresh as long as any session lasts would never be proved anew. */
function freshFindings({ freshMinutes, sessionMaxHours }: LoginPolicy): KindFinding<LoginRule>[] {
  if (freshMinutes < sessionMaxHours * 60) return [];
  return [
    {
      code: 'always-fresh',
      pointer: '/freshMinutes',
      message: `freshMinutes is ${freshMinutes}, but sessions end after ${sessionMaxHours} h (${sessionMaxHours * 60} min): no operation would ever ask for a new code. Give a smaller number.`,
    },
  ];
}

function check(value: unknown, project: { get(kind: string, id?: string): unknown }): KindFinding<LoginRule>[] {
  const policy = { ...defaults, ...(value as Partial<LoginPolicy>) };
  return [...codeLengthFindings(policy.codeLength, project.get('format', 'smsCode') as CodeFormat | undefined), ...freshFindings(policy)];
}

export const loginKind: KindDefinition<LoginRule> = { name: 'login', metaSchema: LoginPolicy, check };
