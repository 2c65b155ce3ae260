import type { Reliance } from '../../../../engine/config/definitions.ts';
import { holder } from '../../account/details.ts';
import { costsMustHave, fields, identityAnswers, type Field } from '../../agreements/fields.ts';
import type { Purpose } from './table.ts';

/** The document that is agreed to. */
export const documentOf = { easyReloan: 'easyReloanAgreement', appointment: 'bookingAgreement' } as const satisfies Record<Purpose, string>;

/** Such an agreement has no order number yet: each loan gets one of its own. */
const ofLoan = fields.filter((field): field is Exclude<Field, 'orderNumber'> => field !== 'orderNumber');

/** What the placeholders of one of them show beside: when the money is sent, in a sentence. */
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

/** What the operations rely on that write such an agreement. */
export const consentReliances: Readonly<Record<string, Reliance>> = {
  'easyReloan.draft': relianceOn(documentOf.easyReloan),
  'easyReloan.off': { fails: ['easyReloanVoucherUsed', 'repaymentInProgress'] },
  'appointments.draft': relianceOn(documentOf.appointment),
  'appointments.book': { fails: ['tooManyAppointments', 'dayTaken'] },
};
