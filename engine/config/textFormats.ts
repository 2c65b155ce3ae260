/**
 * How a value can be written within a text, after a comma: `{{amount, money}}`, `{{day, date}}`. Money is in hundredths, percent in
 * parts per million.
 */
export const textFormats = ['money', 'moneyExact', 'percent', 'number', 'date', 'dateTime'] as const;
export type TextFormat = (typeof textFormats)[number];
