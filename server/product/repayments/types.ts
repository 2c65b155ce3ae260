import type { Selectable } from 'kysely';
import type { LifeCycleEffect } from '../../platform/lifeCycles/machines.ts';
import type { RepaymentRow } from './table.ts';

export type RepaymentRecord = Selectable<RepaymentRow>;
export type RepaymentEffect = LifeCycleEffect<RepaymentRecord>;

/** Key under which a repayment holds or uses a coupon. */
export const operationOf = ({ id }: Pick<RepaymentRecord, 'id'>): string => `repayment:${id}`;

/** Key of the journal for received money. Contains the provider's reference. */
export const collectionKey = (reference: string): string => `collection:${reference}`;
