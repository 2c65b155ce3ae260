import type { PhoneNumber } from '../customer/phone.ts';
import { type Cap, daySeconds, hourSeconds } from './counters.ts';
import type { LoginPolicy } from '../loginPolicy/policy.ts';
import type { Source } from './source.ts';

/** A cap on codes sent, and the alarm that is raised when it is reached. */
export interface SendCap extends Cap {
  alarm: 'smsNeighbours' | 'smsAddress' | 'smsOperator' | 'smsFlood';
  /**
   * Sends after which an image code is due. Many codes from one address: perhaps many customers behind one router, so it is asked, not
   * refused. A share of a cap for all: everybody is asked before sending has to stop for everybody.
   */
  imageCodeAfter?: number;
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

/** The caps that count whoever asks: by operator, and over all numbers. */
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
 * Groups of neighbours that a number belongs to. Two grids of 2,000 numbers, one shifted by half: any 1,000 consecutive
 * numbers lie wholly within one group, so no choice of a range slips between two caps.
 */
function neighbourhoods(national: string): string[] {
  const number = Number(national);
  return [`a${Math.floor(number / 2000)}`, `b${Math.floor((number + 1000) / 2000)}`];
}
