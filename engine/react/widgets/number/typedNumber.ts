const plain = /^-?\d+(\.\d*)?$/;
/** A comma groups thousands in every language that is offered. */
const grouped = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;
/** More digits than a double holds exactly. */
const mostDigits = 15;

/**
 * The number that was typed or pasted. Any other text is returned as it is, so that the field refuses it and says why:
 * dropping what does not fit would turn "2.5" into 25.
 *
 * @returns undefined when nothing was typed
 */
export function typedNumber(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const isNumber = (plain.test(text) || grouped.test(text)) && text.replace(/\D/g, '').length <= mostDigits;
  return isNumber ? Number.parseFloat(text.replaceAll(',', '')) : typed;
}
