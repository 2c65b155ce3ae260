import type { Random } from '../../platform/deps.ts';
import { quotedNumber, readQuotedNumber } from '../../platform/quotedNumber.ts';

const prefix = 'HK';

/** The number of a loan, e.g. `HK-7Q2M4-XK09T`. */
export const orderNumber = (random: Random): string => quotedNumber(prefix, random);

/** A loan's number, however it was typed; undefined for any other text. */
export const orderNumberOf = (text: string): string | undefined => readQuotedNumber(prefix, text);
