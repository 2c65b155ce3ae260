import { createHash, createHmac } from 'node:crypto';
import { derive } from '../crypto/keyring.ts';
import type { Deps } from '../deps.ts';
import { randomToken } from '../random.ts';

/** The database stores only the hash of a token, so that somebody who reads the database cannot open links. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Returns the 256-bit token of a link. A retry under the same idempotency key gets the same token without the server storing it.
 *
 * @param purpose what the link is for, and for whom
 */
export const linkToken = ({ settings, random }: Pick<Deps, 'settings' | 'random'>, purpose: string, key: string | undefined): string =>
  key === undefined
    ? randomToken(random)
    : createHmac('sha256', derive(settings.keyring[0], 'token of a link')).update(`${purpose}|${key}`).digest('base64url');
