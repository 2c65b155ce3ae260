import Type, { type Static } from 'typebox';
import { Id } from '../../../engine/config/annotations.ts';
import { ParameterOverrides, Parameters } from './parameters.ts';
import { cents, closed, day, days, file } from './schemas.ts';

const Instalments = Type.Object(
  {
    count: Type.Integer({ title: 'Number', description: 'How many instalments.', minimum: 2, maximum: 60 }),
    every: Type.Enum(['days', 'month'], {
      title: 'Due',
      description:
        'days: the term in equal parts, which must be whole days. month: on the same day of each month; the term counts 30 days a month.',
    }),
    method: Type.Enum(['equalInstalments', 'equalPrincipal', 'flat'], {
      title: 'Method',
      description:
        'equalInstalments: the same sum each time, interest on what is left. equalPrincipal: the same share of principal each time. flat: interest always of the amount first borrowed.',
    }),
    roundToCents: Type.Optional(cents('Rounded to', 'Instalments but the last are rounded to a multiple of this.', 1)),
  },
  { ...closed, title: 'Instalments', description: 'Absent: paid back in one sum.' },
);

const Term = Type.Object(
  {
    termDays: days('Term (days)', 'From the payout to the (last) due date.', 1),
    instalments: Type.Optional(Instalments),
    parameters: Type.Optional(ParameterOverrides),
  },
  { ...closed, title: 'Term' },
);
export type ProductTerm = Static<typeof Term>;

/** flows/lending/products/<id>.product.json */
export const Product = file('Loan product', 'What can be borrowed, for how long and at what price.', {
  id: Id({ description: 'Also a code of schemas/enums/product.schema.json; its name stands in locales/<language>/enums.json.' }),
  enabled: Type.Boolean({ title: 'Offered', description: 'Switched off, it is still checked.' }),
  offeredFrom: day('Offered from', 'Every legal cap in force from this day on must be kept.'),
  offeredUntil: Type.Optional(day('Offered until', 'The last day. Caps that begin later do not bind it.')),
  amounts: Type.Object(
    {
      minCents: cents('From', 'The smallest amount.', 1),
      maxCents: cents('To', 'The largest amount; the borrower’s limit may be lower.', 1),
      stepCents: cents('In steps of', 'Between the smallest and the largest.', 1),
    },
    { ...closed, title: 'Amounts' },
  ),
  terms: Type.Array(Term, { title: 'Terms', description: 'Shortest first; the first is chosen beforehand.', minItems: 1, maxItems: 12 }),
  parameters: Parameters,
});
export type Product = Static<typeof Product>;
