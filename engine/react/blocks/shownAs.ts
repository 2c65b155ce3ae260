import Type from 'typebox';

/** The formats that a configuration can choose for a value. */
export const shownAs = Type.Enum(['text', 'money', 'moneyExact', 'date', 'dateTime', 'number', 'percent', 'enum'], {
  title: 'Shown as',
  description:
    'text by default. money and moneyExact take hundredths; moneyExact always shows them. percent takes parts per million. date shows a day, dateTime also the time.',
});
