/** Amounts and rates as a message for product staff says them. */
const amounts = new Intl.NumberFormat('en-PH', { minimumFractionDigits: 2 });

/** 100000 → PHP 1,000.00 */
export const pesos = (cents: number): string => `PHP ${amounts.format(cents / 100)}`;

/** 123400 → 12.34 % */
export const percent = (ppm: number): string => `${ppm / 10_000} %`;

/** What is missing in an enum of names, or undefined. */
export function unnamed(
  ids: readonly string[],
  values: readonly { id: string; pointer: string }[],
  enumId: string,
): { code: 'no-name'; pointer: string; message: string; fix: string }[] {
  return values
    .filter(({ id }) => !ids.includes(id))
    .map(({ id, pointer }) => ({
      code: 'no-name',
      pointer,
      message: `"${id}" has no name: it is no code of schemas/enums/${enumId}.schema.json.`,
      fix: `Add "${id}" there, and its name to "${enumId}" in locales/<language>/enums.json.`,
    }));
}
