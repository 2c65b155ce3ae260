import { createHmac, timingSafeEqual } from 'node:crypto';

/** Number of places in the queue for a new release. The first hundredth of them is one percent. */
export const places = 10_000;

export const digestOf = (salt: string, text: string): Buffer => createHmac('sha256', salt).update(text).digest();

/** The place of a person: the same on every node, but different in each rollout. */
export const placeOf = (salt: string, person: string): number =>
  Math.floor((digestOf(salt, `person ${person}`).readUInt32BE(0) / 2 ** 32) * places);

/** Whether a share of the people includes a place. A larger share includes everybody in a smaller one. */
export const isWithin = (place: number, percent: number): boolean => place < (percent * places) / 100;

/** The rollout ticket in a browser's cookie. It names only a place, which many people share. */
export interface Ticket {
  place: number;
  /** The browser has had the new release, and keeps it while the rollout is open. */
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

/** Undefined for a ticket of another rollout, and for a forged one. */
export function readTicket(rollout: Issuer, text: string | undefined): Ticket | undefined {
  const [id, place = '', isIn] = text?.split('.') ?? [];
  if (text === undefined || id !== rollout.id || !/^\d{1,5}$/.test(place)) return undefined;
  const ticket = { place: Number(place), isIn: isIn === '1' };
  const [given, expected] = [Buffer.from(text), Buffer.from(signed(rollout, ticket))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? ticket : undefined;
}
