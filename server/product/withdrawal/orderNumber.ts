import type { Random } from '../../platform/deps.ts';
import { quotedNumber, readQuotedNumber } from '../../platform/quotedNumber.ts';

const prefix = 'HK';

/** The number of a loan, e.g. `HK-7Q2M4-XK09T`. */
export const orderNumber = (random: Random): string => quotedNumber(prefix, random);

/** The number of a loan however it was typed; undefined for what is none. */
export const orderNumberOf = (text: string): string | undefined => readQuotedNumber(prefix, text);
