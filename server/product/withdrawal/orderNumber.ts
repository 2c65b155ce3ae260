import type { Random } from '../../platform/deps.ts';
import { quotedNumber, readQuotedNumber } from '../../platform/quotedNumber.ts';

const prefix = 'HK';

/** Generates a loan's number, e.g. `HK-7Q2M4-XK09T`. */
export const orderNumber = (random: Random): string => quotedNumber(prefix, random);

/** Normalises a loan's number; undefined for any other text. */
export const orderNumberOf = (text: string): string | undefined => readQuotedNumber(prefix, text);
