/** The code of an error of the system, a driver or the database: `ENOENT`, an SQLSTATE … */
export const errorCode = (error: unknown): string | undefined => textOf(error, 'code');

/** The constraint that a statement violated. */
export const violatedConstraint = (error: unknown): string | undefined => textOf(error, 'constraint');

function textOf(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
