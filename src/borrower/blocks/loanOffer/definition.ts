import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Action, Cel, Ref, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const LoanChoice = object({ productId: Type.String(), amountCents: Type.Integer(), termDays: Type.Integer() });
export type LoanChoice = Static<typeof LoanChoice>;
/** Initial choice. */
export type LoanStart = Partial<LoanChoice>;

const options = object({
  offer: Cel('dyn', { title: 'Offer', description: 'The response of loans.offer.' }),
  mode: Type.Enum(['all', 'part'], { title: 'Mode', description: 'all: the whole limit; part: an amount of choice.' }),
  start: Type.Optional(
    Cel('dyn', { title: 'Start', description: 'The initial choice: productId, amountCents and termDays, each optional.' }),
  ),
  products: Ref('enum', { title: 'Products', description: 'Enum whose labels name the products.' }),
  quote: Type.Optional(
    Ref('operation', {
      title: 'Quote',
      description: 'Operation that returns the cost of a choice, by default loans.quote. Its input is the choice and "with".',
    }),
  ),
  sentLater: Type.Optional(Type.Boolean({ title: 'Sent later', description: 'The money is not sent today, so no due day is shown.' })),
  with: Type.Optional(Type.Record(Type.String(), Cel('dyn'), { title: 'Further input of the quote' })),
  text: Text({ title: 'Label of the button' }),
  do: Action({ title: 'Action', description: 'Reads the choice as choice.productId, .amountCents, .termDays.' }, { choice: LoanChoice }),
});
export type LoanOfferOptions = Static<typeof options>;

export const loanOfferBlock: BlockDefinition = {
  name: 'loanOffer',
  title: 'Loan offer',
  description: 'A choice of amount and term, with the amounts received and repaid.',
  options,
  words: [
    'product',
    'amount',
    'less',
    'more',
    'between',
    'step',
    'tooLow',
    'tooHigh',
    'notStep',
    'all',
    'term',
    'days',
    'once',
    'instalments',
    'due',
    'receive',
    'repay',
    'repayFrom',
    'repayAfter',
    'cost',
    'calculating',
    'offline',
    'failed',
  ],
  wordsAreLocal: true,
};
