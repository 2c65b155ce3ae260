import type { Selectable } from 'kysely';
import type { LifeCycleEffect } from '../../platform/lifeCycles/machines.ts';
import type { LoanRow } from './table.ts';

export type LoanRecord = Selectable<LoanRow>;
export type LoanEffect = LifeCycleEffect<LoanRecord>;

/** What a coupon is held for or spent on, when that is a loan. */
export const operationOf = ({ id }: Pick<LoanRecord, 'id'>): string => `loan:${id}`;
