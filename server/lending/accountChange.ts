/** Facts that decide whether a borrower may change the payout account (lending.md, "Readings"; spec §5). */
export interface AccountChange {
  /** The borrower has settled a loan before. */
  isReloan: boolean;
  hasAccount: boolean;
  isDisbursing: boolean;
  /** The session has a fresh login. */
  isFresh: boolean;
  /** The lender sent the account back for correction. In that case only the new account itself is checked. */
  isDemanded: boolean;
  /** Absent until the new account is known. */
  isSameAccount?: boolean;
}

export type AccountChangeRefusal = 'notReloan' | 'noAccount' | 'disbursing' | 'freshCodeRequired' | 'sameAccount';

/** Returns why the account may not be changed; undefined if it may. */
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
