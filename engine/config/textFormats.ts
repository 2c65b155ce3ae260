/**
 * How a value can be written within a text, after a comma: `{{amount, money}}`, `{{day, date}}`. Money is in hundredths, percent in
 * parts per million. `together` is a text that no line is to break: hours, a phone number.
 */
export const textFormats = ['money', 'moneyExact', 'percent', 'number', 'date', 'dateTime', 'together'] as const;
export type TextFormat = (typeof textFormats)[number];
