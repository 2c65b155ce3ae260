import type { Static } from 'typebox';
import type { Texts } from '../text.tsx';
import type { shownAs } from './shownAs.ts';

export type ShownAs = Static<typeof shownAs>;

/** How to show a value: the format in `as`, and the enum for labels. */
export interface Showing {
  as?: ShownAs;
  enum?: string;
}

const writers: Readonly<Record<ShownAs, (texts: Texts, value: unknown, showing: Showing) => string>> = {
  text: (_, value) => String(value),
  money: ({ formats }, value) => formats.money(Number(value)),
  moneyExact: ({ formats }, value) => formats.moneyExact(Number(value)),
  number: ({ formats }, value) => formats.number(Number(value)),
  percent: ({ formats }, value) => formats.percent(Number(value)),
  date: ({ formats }, value) => formats.date(String(value)),
  dateTime: ({ formats }, value) => formats.dateTime(String(value)),
  enum: (texts, value, showing) => texts.t(`enums.${showing.enum}.${String(value)}`),
};

/** Whether there is a value to show. */
export const isShown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Formats a value in the language. */
export const writeValue = (texts: Texts, value: unknown, showing: Showing): string => writers[showing.as ?? 'text'](texts, value, showing);

/** Numbers are right-aligned in a column. */
export const isNumeric = ({ as }: Showing): boolean => as === 'money' || as === 'moneyExact' || as === 'number' || as === 'percent';
