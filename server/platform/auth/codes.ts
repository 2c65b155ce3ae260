import { createHmac, timingSafeEqual } from 'node:crypto';
import { derive } from '../crypto/keyring.ts';
import type { Deps } from '../deps.ts';

/** Draws a code of uniformly distributed digits, leading zeros included. */
export const drawCode = (deps: Deps, length: number): string => Array.from({ length }, () => deps.random.below(10)).join('');

/** Hashes a code with a key. Codes are too short for a plain hash: a reader of the table could try them all. */
export const hashCode = (deps: Deps, challengeId: string, code: string): Buffer =>
  createHmac('sha256', derive(deps.settings.keyring[0], 'login code')).update(`${challengeId}|${code}`).digest();

export const isCode = (deps: Deps, challengeId: string, code: string, hash: Uint8Array): boolean =>
  timingSafeEqual(hash, hashCode(deps, challengeId, code));
