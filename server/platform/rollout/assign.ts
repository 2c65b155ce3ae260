import { createHmac, timingSafeEqual } from 'node:crypto';

/** Places in the queue for a new release. The first hundredth of them is one percent. */
export const places = 10_000;

export const digestOf = (salt: string, text: string): Buffer => createHmac('sha256', salt).update(text).digest();

/** The place of a person: the same on every node, and another one in each rollout. */
export const placeOf = (salt: string, person: string): number =>
  Math.floor((digestOf(salt, `person ${person}`).readUInt32BE(0) / 2 ** 32) * places);

/** Whether a share of the people contains a place. A larger share contains everybody of a smaller one. */
export const isWithin = (place: number, percent: number): boolean => place < (percent * places) / 100;

/** What a browser keeps about a rollout. It names a place that many share, and nobody. */
export interface Ticket {
  place: number;
  /** It has had the new release, and keeps it while the rollout is open. */
  isIn: boolean;
}

interface Issuer {
  id: string;
  salt: string;
}

const signed = ({ id, salt }: Issuer, { place, isIn }: Ticket): string => {
  const said = `${id}.${place}.${isIn ? 1 : 0}`;
  return `${said}.${digestOf(salt, `ticket ${said}`).subarray(0, 16).toString('base64url')}`;
};

export const writeTicket = (rollout: Issuer, ticket: Ticket): string => signed(rollout, ticket);

/** Undefined for the ticket of another rollout, and for one that somebody has made up. */
export function readTicket(rollout: Issuer, text: string | undefined): Ticket | undefined {
  const [id, place = '', isIn] = text?.split('.') ?? [];
  if (text === undefined || id !== rollout.id || !/^\d{1,5}$/.test(place)) return undefined;
  const ticket = { place: Number(place), isIn: isIn === '1' };
  const [given, expected] = [Buffer.from(text), Buffer.from(signed(rollout, ticket))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? ticket : undefined;
}
