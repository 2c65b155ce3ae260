import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Cel, gives, Id } from '../../../engine/config/annotations.ts';
import { ParameterOverrides, Parameters } from './parameters.ts';
import { cents, day, days, file } from './schemas.ts';

const Instalments = object(
  {
    count: Type.Integer({ title: 'Number', description: 'Number of instalments.', minimum: 2, maximum: 60 }),
    every: Type.Enum(['days', 'month'], {
      title: 'Due',
      description: 'days: equal periods of whole days. month: the same day of each month, where a month counts as 30 days of the term.',
    }),
    method: Type.Enum(['equalInstalments', 'equalPrincipal', 'flat'], {
      title: 'Method',
      description:
        'equalInstalments: equal payments, interest on the remaining principal. equalPrincipal: equal shares of principal. flat: interest on the original principal.',
    }),
    roundToCents: Type.Optional(cents('Rounded to', 'Every instalment except the last is rounded to a multiple of this.', 1)),
  },
  { title: 'Instalments', description: 'Without it, the loan is repaid in one payment.' },
);

const forWhom = (notes: string) =>
  Cel('bool', { title: 'For whom', description: `Condition on customer, features, constants and today. ${notes}` });

const Term = object(
  {
    when: Type.Optional(
      forWhom(
        'Everybody by default. The first term of this length whose condition holds is offered, so a term with a condition stands before the one for everybody else.',
      ),
    ),
    termDays: days('Term (days)', 'Days from payout to the (last) due date.', 1),
    instalments: Type.Optional(Instalments),
    parameters: Type.Optional(ParameterOverrides),
  },
  { title: 'Term' },
);
export type ProductTerm = Static<typeof Term>;

const Price = object(
  {
    when: forWhom('The first price whose condition holds applies.'),
    parameters: ParameterOverrides,
  },
  { title: 'Price', description: 'Rates and fees for some borrowers.' },
);

/** flows/lending/products/<id>.product.json */
export const Product = file('Loan product', 'Amounts, terms and price of a loan.', {
  id: Id({
    ...gives('product', { enabled: true }),
    description: 'Must also be a code in schemas/enums/product.schema.json. Its label is in locales/<language>/enums.json.',
  }),
  when: Type.Optional(forWhom('Others are not offered the product. Everybody by default.')),
  enabled: Type.Boolean({ title: 'Offered', description: 'A product that is not offered is still checked.' }),
  offeredFrom: day('Offered from', 'First day of the offer. The product must keep every legal cap in force from this day on.'),
  offeredUntil: Type.Optional(day('Offered until', 'Last day of the offer. Caps that start later do not apply.')),
  amounts: object(
    {
      minCents: cents('From', 'Smallest amount.', 1),
      maxCents: cents('To', 'Largest amount. The borrower’s limit may be lower.', 1),
      stepCents: cents('In steps of', 'Step between amounts.', 1),
    },
    { title: 'Amounts' },
  ),
  terms: Type.Array(Term, {
    title: 'Terms',
    description: 'Terms, shortest first. The first one is preselected.',
    minItems: 1,
    maxItems: 12,
  }),
  parameters: Parameters,
  prices: Type.Optional(
    Type.Array(Price, {
      title: 'Prices',
      description:
        'Prices for some borrowers. They override the parameters of the product; those of a term override both. Every combination must keep the legal caps.',
      maxItems: 12,
    }),
  ),
});
export type Product = Static<typeof Product>;
