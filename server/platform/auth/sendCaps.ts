import type { PhoneNumber } from '../customer/phone.ts';
import { daySeconds, hourSeconds } from '../time.ts';
import { type Cap } from '../limits/caps.ts';
import type { LoginPolicy } from '../loginPolicy/policy.ts';
import type { Source } from '../http/source.ts';

/** A cap on sent codes, and the alarm raised when it is reached. */
export interface SendCap extends Cap {
  alarm: 'smsNeighbours' | 'smsAddress' | 'smsOperator' | 'smsFlood';
  /**
   * Sends in the window after which an image code is required. Many codes from one address may be many customers behind one router, so they
   * solve an image code instead of being refused. A global cap asks everybody for one before it stops all sending.
   */
  imageCodeAfter?: number;
}

const operatorDigits = 3;

/** Caps against toll fraud that apply to a code for a number. */
export const sendCaps = (policy: LoginPolicy, phone: PhoneNumber, source: Source): SendCap[] => [
  ...neighbourhoods(phone.national).map((key): SendCap => ({
    scope: 'prefix',
    key,
    cap: policy.sendsPerPrefixPerHour,
    windowSeconds: hourSeconds,
    alarm: 'smsNeighbours',
  })),
  {
    scope: 'address',
    key: source.address,
    cap: policy.sendsPerAddressPerHour,
    windowSeconds: hourSeconds,
    alarm: 'smsAddress',
    imageCodeAfter: policy.imageCodeAfterSendsPerAddress,
  },
  { scope: 'network', key: source.network, cap: policy.sendsPerNetworkPerHour, windowSeconds: hourSeconds, alarm: 'smsAddress' },
  ...capsForAll(policy, phone),
];

/** Caps that apply to every client: per operator, and across all numbers. */
function capsForAll(policy: LoginPolicy, { national }: PhoneNumber): SendCap[] {
  const limited = (cap: number) => ({ cap, imageCodeAfter: Math.ceil((cap * policy.imageCodeAtSharePercent) / 100) });
  return [
    {
      scope: 'operator',
      key: national.slice(0, operatorDigits),
      ...limited(policy.sendsPerOperatorPerHour),
      windowSeconds: hourSeconds,
      alarm: 'smsOperator',
    },
    { scope: 'sends', key: 'minute', ...limited(policy.sendsPerMinute), windowSeconds: 60, alarm: 'smsFlood' },
    { scope: 'sends', key: 'day', ...limited(policy.sendsPerDay), windowSeconds: daySeconds, alarm: 'smsFlood' },
  ];
}

/**
 * Groups of neighbouring numbers that a number belongs to. Two grids of 2,000 numbers, one shifted by half: any 1,000 consecutive
 * numbers lie within one group, so no range can straddle two caps.
 */
function neighbourhoods(national: string): string[] {
  const number = Number(national);
  return [`a${Math.floor(number / 2000)}`, `b${Math.floor((number + 1000) / 2000)}`];
}
