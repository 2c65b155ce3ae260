import Type from 'typebox';

/** How a value is written, as blocks that show values let a configuration choose. */
export const shownAs = Type.Enum(['text', 'money', 'moneyExact', 'date', 'dateTime', 'number', 'percent', 'enum'], {
  title: 'Shown as',
  description:
    'text by default; money and moneyExact are in hundredths, moneyExact always shows them; percent is in parts per million; date shows a day, dateTime also the time.',
});
