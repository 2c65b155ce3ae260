/** Created on first use, because creating it takes longer than loading this module. */
let amounts: Intl.NumberFormat | undefined;

/** Formats an amount for messages to product staff: 100000 → PHP 1,000.00 */
export function pesos(cents: number): string {
  amounts ??= new Intl.NumberFormat('en-PH', { minimumFractionDigits: 2 });
  return `PHP ${amounts.format(cents / 100)}`;
}

/** 123400 → 12.34 % */
export const percent = (ppm: number): string => `${ppm / 10_000} %`;

/** Returns a finding if an id is missing in its enum of labels. */
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
      message: `"${id}" has no label: it is not a code of schemas/enums/${enumId}.schema.json.`,
      fix: `Add "${id}" there, and its label to "${enumId}" in locales/<language>/enums.json.`,
    }));
}
