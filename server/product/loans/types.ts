import type { Selectable } from 'kysely';
import type { LifeCycleEffect } from '../../platform/lifeCycles/machines.ts';
import type { LoanRow } from './table.ts';

export type LoanRecord = Selectable<LoanRow>;
export type LoanEffect = LifeCycleEffect<LoanRecord>;

/** Key under which a loan holds or uses a coupon. */
export const operationOf = ({ id }: Pick<LoanRecord, 'id'>): string => `loan:${id}`;
