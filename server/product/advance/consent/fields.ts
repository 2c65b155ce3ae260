import type { Reliance } from '../../../../engine/config/definitions.ts';
import { holder } from '../../payoutAccount/details.ts';
import { costsMustHave, fields, identityAnswers, type Field } from '../../agreements/fields.ts';
import type { Purpose } from './table.ts';

export const documentOf = { easyReloan: 'easyReloanAgreement', appointment: 'bookingAgreement' } as const satisfies Record<Purpose, string>;

/** Such an agreement has no order number, because each loan gets its own. */
const ofLoan = fields.filter((field): field is Exclude<Field, 'orderNumber'> => field !== 'orderNumber');

/** Placeholders that only these agreements have: a sentence that says when the money is sent. */
export const planFields = ['planTerms'] as const;

const mustHave = [...costsMustHave, 'planTerms'] as const;

const relianceOn = (document: string): Reliance => ({
  reads: [identityAnswers.type, ...identityAnswers.numbers, ...holder],
  fails: [
    'signatureRequired',
    'signatureUnclear',
    'signatureNotYours',
    'disclosureChanged',
    'freshCodeRequired',
    'featureOff',
    'notAccepted',
    'overLimit',
  ],
  fills: { [document]: { fields: [...ofLoan, ...planFields], mustHave } },
});

/** Answers that the operations that write such an agreement rely on. */
export const consentReliances: Readonly<Record<string, Reliance>> = {
  'easyReloan.draft': relianceOn(documentOf.easyReloan),
  'easyReloan.off': { fails: ['easyReloanVoucherUsed', 'repaymentInProgress'] },
  'appointments.draft': relianceOn(documentOf.appointment),
  'appointments.book': { fails: ['tooManyAppointments', 'dayTaken'] },
};
