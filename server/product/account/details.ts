import type { Answers, Reliance } from '../../../engine/config/definitions.ts';
import { mask } from '../../../engine/form/mask.ts';
import type { PayoutDestination } from '../../ports/payout.ts';
import { answerOf, type AnswerName } from '../../platform/flows/hooks.ts';

/** Where money goes, in the clear. */
export type AccountDetails = PayoutDestination;
type Method = AccountDetails['method'];

/** Answers that tell where money goes: how, and for each way the institution and the number there. */
export const accountForm = 'bank';
const method = 'bank.payoutMethod' satisfies AnswerName;
const answersOf = {
  bank: { institution: 'bank.bankName', number: 'bank.account' },
  wallet: { institution: 'bank.walletProvider', number: 'bank.wallet' },
  remittance: { institution: 'bank.remittanceShop', number: 'bank.withdrawalPhone' },
} as const satisfies Record<Method, Record<'institution' | 'number', AnswerName>>;
export const holder = ['identity.firstName', 'identity.middleName', 'identity.lastName'] as const satisfies readonly AnswerName[];

/** What tells an account. */
export const accountAnswers: readonly AnswerName[] = [method, ...Object.values(answersOf).flatMap((names) => Object.values(names))];

/** What the operations rely on that store an account. */
export const accountReliances: Readonly<Record<string, Reliance>> = {
  'application.submit': { reads: [...accountAnswers, ...holder] },
  'account.change': { reads: accountAnswers, fails: ['notReloan', 'loanDisbursing', 'accountUnchanged', 'bankChangeMaintenance'] },
};

/** The answer that holds the number, by the way of payout; problems of an account are told there. */
export const numberField = (way: Method): string => answersOf[way].number.split('.')[1] ?? '';

const text = (answers: Answers, name: AnswerName): string => {
  const value = answerOf(answers, name);
  return typeof value === 'string' ? value.trim() : '';
};

const isMethod = (value: string): value is Method => Object.hasOwn(answersOf, value);

/** Name of the payee as it stands on the ID, part by part. */
export const namesIn = (answers: Answers): string[] => holder.map((name) => text(answers, name)).filter(Boolean);

/** The same in one line. */
export const holderIn = (answers: Answers): string => namesIn(answers).join(' ');

/** The account that sound answers tell; undefined while they tell none. */
export function accountIn(answers: Answers, holderName = holderIn(answers)): AccountDetails | undefined {
  const way = text(answers, method);
  if (!isMethod(way)) return undefined;
  const institution = text(answers, answersOf[way].institution);
  const account = text(answers, answersOf[way].number);
  return institution && account ? { method: way, institution, account, holderName } : undefined;
}

/** What two entries of one account have in common: a mobile number is the same with and without its leading 0. */
export const identityOf = ({ method: way, institution, account }: AccountDetails): string =>
  [way, institution, way === 'bank' ? account : account.replace(/^0(?=9\d{9}$)/, '')].join('|');

/** As a borrower recognises it: •••• 1234. */
export const maskedNumber = ({ account }: Pick<AccountDetails, 'account'>): string => mask(account, 'pii');
