import { createHmac, timingSafeEqual } from 'node:crypto';
import { derive, type MasterKey } from '../../platform/crypto/keyring.ts';
import type { Deps } from '../../platform/deps.ts';

type Keys = Pick<Deps, 'settings'>;

const macLength = 22;
const mac = (master: MasterKey, purpose: string, text: string): string =>
  createHmac('sha256', derive(master, purpose)).update(text).digest('base64url').slice(0, macLength);

const ticketPurpose = 'homescreen ticket';
const launchPurpose = 'homescreen launch';

const isSame = (left: string, right: string) => left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/** Pseudonym of a customer, for the manifest's URL. */
export const ticketFor = ({ settings }: Keys, customerId: string): string => mac(settings.keyring[0], ticketPurpose, customerId);

/** Signed token in a manifest's start URL: whose manifest it is and when it was fetched. */
export function launchToken({ settings }: Keys, ticket: string, now: Date): string {
  const signed = `${ticket}.${Math.floor(now.getTime() / 1000).toString(36)}`;
  return `${signed}.${mac(settings.keyring[0], launchPurpose, signed)}`;
}

/**
 * Seconds since the manifest with this token was fetched; undefined if the token is invalid or another customer's. No page learns a token:
 * it appears only in the manifest and in the URL that an installed app opens.
 */
export function secondsSinceManifest({ settings }: Keys, customerId: string, token: string, now: Date): number | undefined {
  const [ticket = '', seconds = '', signature = ''] = token.split('.');
  const isOurs = settings.keyring.some(
    (master) =>
      isSame(ticket, mac(master, ticketPurpose, customerId)) && isSame(signature, mac(master, launchPurpose, `${ticket}.${seconds}`)),
  );
  return isOurs ? Math.floor(now.getTime() / 1000) - Number.parseInt(seconds, 36) : undefined;
}
