import type { Selectable } from 'kysely';
import type { CouponRow } from './table.ts';

export type CouponRecord = Selectable<CouponRow>;
