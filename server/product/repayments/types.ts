import type { Selectable } from 'kysely';
import type { LifeCycleEffect } from '../../platform/lifeCycles/machines.ts';
import type { RepaymentRow } from './table.ts';

export type RepaymentRecord = Selectable<RepaymentRow>;
export type RepaymentEffect = LifeCycleEffect<RepaymentRecord>;

/** What a coupon is held for or spent on, when that is a repayment. */
export const operationOf = ({ id }: Pick<RepaymentRecord, 'id'>): string => `repayment:${id}`;

/** The journal of money that came in, by its reference at the provider. */
export const collectionKey = (reference: string): string => `collection:${reference}`;
