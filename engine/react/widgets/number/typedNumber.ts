const plain = /^-?\d+(\.\d*)?$/;
/** Every offered language groups thousands with a comma. No thousands begin with 0: "0,125" has a decimal comma. */
const grouped = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
/** A double cannot represent more digits exactly. */
const mostDigits = 15;

/**
 * Parses a typed or pasted number. Returns any other text unchanged, so that the field can refuse it: dropping characters would
 * turn "2.5" into 25.
 *
 * @returns undefined when nothing was typed
 */
export function typedNumber(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const isNumber = (plain.test(text) || grouped.test(text)) && text.replace(/\D/g, '').length <= mostDigits;
  return isNumber ? Number.parseFloat(text.replaceAll(',', '')) : typed;
}
