import type { Random } from '../../deps.ts';
import { quotedNumber } from '../quotedNumber.ts';

/** The number of a loan, e.g. `HK-7Q2M4-XK09T`. */
export const orderNumber = (random: Random): string => quotedNumber('HK', random);
