/** What decides whether a borrower may have payouts sent elsewhere (lending.md, "Readings"; spec §5). */
export interface AccountChange {
  /** A loan has been settled before. */
  isReloan: boolean;
  hasAccount: boolean;
  isDisbursing: boolean;
  /** The session has proved its phone lately. */
  isFresh: boolean;
  /** The lender has sent the account back to be filled anew: then nothing but a new account is asked for. */
  isDemanded: boolean;
  /** Absent before the new account is known. */
  isSameAccount?: boolean;
}

export type AccountChangeRefusal = 'notReloan' | 'noAccount' | 'disbursing' | 'freshCodeRequired' | 'sameAccount';

/** Why the account may not be changed; undefined when it may. */
export function accountChangeRefusal(change: AccountChange): AccountChangeRefusal | undefined {
  const { isReloan, hasAccount, isDisbursing, isFresh, isDemanded, isSameAccount = false } = change;
  if (!isDemanded) {
    if (!hasAccount) return 'noAccount';
    if (!isReloan) return 'notReloan';
    if (isDisbursing) return 'disbursing';
    if (!isFresh) return 'freshCodeRequired';
  }
  return isSameAccount ? 'sameAccount' : undefined;
}
