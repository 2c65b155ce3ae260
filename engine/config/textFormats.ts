/**
 * How a value can be formatted within a text, after a comma: `{{amount, money}}`, `{{day, date}}`. Money is in hundredths, percent in parts
 * per million. `together` prevents line breaks in a text: hours, a phone number.
 */
export const textFormats = ['money', 'moneyExact', 'percent', 'number', 'date', 'dateTime', 'together'] as const;
export type TextFormat = (typeof textFormats)[number];
