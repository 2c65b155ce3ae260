/** SQLSTATE by which the database refuses rows for a customer who was deleted (migration 0018). */
export const deletedCustomer = 'HK001';

export const isDeletedCustomer = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === deletedCustomer;
