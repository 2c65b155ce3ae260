import { errorCode } from '../errorCode.ts';

/** SQLSTATE with which the database refuses rows for a deleted customer (migration 0018). */
export const deletedCustomer = 'HK001';

export const isDeletedCustomer = (error: unknown): boolean => errorCode(error) === deletedCustomer;
