import type { Static } from 'typebox';
import type { Texts } from '../text.tsx';
import type { shownAs } from './shownAs.ts';

export type ShownAs = Static<typeof shownAs>;

/** How a configuration wants a value shown: `as`, and for an enum whose labels. */
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

/** Whether there is anything to show. */
export const isShown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A value in the words and formats of the language. */
export const writeValue = (texts: Texts, value: unknown, showing: Showing): string => writers[showing.as ?? 'text'](texts, value, showing);

/** Numbers stand below each other by their last digit. */
export const isNumeric = ({ as }: Showing): boolean => as === 'money' || as === 'moneyExact' || as === 'number' || as === 'percent';
