import type { Answers, Reliance } from '../../../engine/config/definitions.ts';
import { mask } from '../../../engine/form/mask.ts';
import type { PayoutDestination } from '../../ports/payout.ts';
import { answerOf, type AnswerName } from '../../platform/flows/hooks.ts';

/** An unencrypted account. */
export type AccountDetails = PayoutDestination;
type Method = AccountDetails['method'];

/** Form whose answers name the account: the payout method, and the institution and number for each method. */
export const accountForm = 'bank';
const method = 'bank.payoutMethod' satisfies AnswerName;
const answersOf = {
  bank: { institution: 'bank.bankName', number: 'bank.account' },
  wallet: { institution: 'bank.walletProvider', number: 'bank.wallet' },
  remittance: { institution: 'bank.remittanceShop', number: 'bank.withdrawalPhone' },
} as const satisfies Record<Method, Record<'institution' | 'number', AnswerName>>;
export const holder = ['identity.firstName', 'identity.middleName', 'identity.lastName'] as const satisfies readonly AnswerName[];

export const accountAnswers: readonly AnswerName[] = [method, ...Object.values(answersOf).flatMap((names) => Object.values(names))];

/** Answers that the operations that store an account rely on. */
export const accountReliances: Readonly<Record<string, Reliance>> = {
  'application.submit': { reads: [...accountAnswers, ...holder] },
  'account.change': { reads: accountAnswers, fails: ['notReloan', 'loanDisbursing', 'accountUnchanged', 'bankChangeMaintenance'] },
};

/** Field of the account number for a payout method. Problems of an account appear there. */
export const numberField = (way: Method): string => answersOf[way].number.split('.')[1] ?? '';

const text = (answers: Answers, name: AnswerName): string => {
  const value = answerOf(answers, name);
  return typeof value === 'string' ? value.trim() : '';
};

const isMethod = (value: string): value is Method => Object.hasOwn(answersOf, value);

/** Parts of the payee's name as on the ID. */
export const namesIn = (answers: Answers): string[] => holder.map((name) => text(answers, name)).filter(Boolean);

export const holderIn = (answers: Answers): string => namesIn(answers).join(' ');

/** The account named in valid answers; undefined when they name none. */
export function accountIn(answers: Answers, holderName = holderIn(answers)): AccountDetails | undefined {
  const way = text(answers, method);
  if (!isMethod(way)) return undefined;
  const institution = text(answers, answersOf[way].institution);
  const account = text(answers, answersOf[way].number);
  return institution && account ? { method: way, institution, account, holderName } : undefined;
}

/** Key under which two spellings of one account are equal: a mobile number is the same with and without its leading 0. */
export const identityOf = ({ method: way, institution, account }: AccountDetails): string =>
  [way, institution, way === 'bank' ? account : account.replace(/^0(?=9\d{9}$)/, '')].join('|');

/** For display: •••• 1234. */
export const maskedNumber = ({ account }: Pick<AccountDetails, 'account'>): string => mask(account, 'pii');
