import type { Deps } from '../deps.ts';
import type { PhoneNumber } from '../customer/phone.ts';
import { type Cap, countedUnder, daySeconds, hourSeconds } from './counters.ts';
import { loginPolicy, type LoginPolicy } from '../loginPolicy/policy.ts';
import type { Source } from './source.ts';

/** A cap on codes sent, and the alarm that is raised when it is reached. */
interface SendCap extends Cap {
  alarm: 'smsNeighbours' | 'smsAddress' | 'smsOperator' | 'smsFlood';
}

const operatorDigits = 3;

/** All caps against toll fraud that a code to a number counts under. */
export const sendCaps = (policy: LoginPolicy, phone: PhoneNumber, source: Source): SendCap[] => [
  ...neighbourhoods(phone.national).map((key): SendCap => ({
    scope: 'prefix',
    key,
    cap: policy.sendsPerPrefixPerHour,
    windowSeconds: hourSeconds,
    alarm: 'smsNeighbours',
  })),
  { scope: 'address', key: source.address, cap: policy.sendsPerAddressPerHour, windowSeconds: hourSeconds, alarm: 'smsAddress' },
  { scope: 'network', key: source.network, cap: policy.sendsPerNetworkPerHour, windowSeconds: hourSeconds, alarm: 'smsAddress' },
  ...capsForAll(policy, phone),
];

/** The caps that count whoever asks: by operator, and over all numbers. */
const capsForAll = (policy: LoginPolicy, { national }: PhoneNumber): SendCap[] => [
  {
    scope: 'operator',
    key: national.slice(0, operatorDigits),
    cap: policy.sendsPerOperatorPerHour,
    windowSeconds: hourSeconds,
    alarm: 'smsOperator',
  },
  { scope: 'sends', key: 'minute', cap: policy.sendsPerMinute, windowSeconds: 60, alarm: 'smsFlood' },
  { scope: 'sends', key: 'day', cap: policy.sendsPerDay, windowSeconds: daySeconds, alarm: 'smsFlood' },
];

/**
 * Whether a code is asked for under unusual circumstances, so that an image code is due. Many codes from one address: perhaps many
 * borrowers behind one router, so it is asked, not refused. A share of a cap for all: everybody is asked before sending has to
 * stop for everybody, with an alarm.
 */
export async function isSendUnusual(deps: Deps, phone: PhoneNumber, source: Source, now: Date): Promise<boolean> {
  const policy = loginPolicy(deps);
  const fromAddress = { scope: 'address', key: source.address, windowSeconds: hourSeconds } as const;
  if ((await countedUnder(deps.db, fromAddress, now)) >= policy.imageCodeAfterSendsPerAddress) return true;
  for (const cap of capsForAll(policy, phone)) {
    const count = await countedUnder(deps.db, cap, now);
    if (count * 100 < cap.cap * policy.imageCodeAtSharePercent) continue;
    deps.log.error(
      { alarm: 'smsUnusual', scope: cap.scope, group: cap.key, count },
      'so many codes are sent that everybody gets an image code',
    );
    return true;
  }
  return false;
}

/**
 * Groups of neighbours that a number belongs to. Two grids of 2,000 numbers, one shifted by half: any 1,000 consecutive
 * numbers lie wholly within one group, so no choice of a range slips between two caps.
 */
function neighbourhoods(national: string): string[] {
  const number = Number(national);
  return [`a${Math.floor(number / 2000)}`, `b${Math.floor((number + 1000) / 2000)}`];
}
