/** Events in a window that begins with the first of them. */
export interface LoginCounterRow {
  /**
   * Codes sent: `prefix`, `operator`, `address`, `network`, `sends`. Image codes: `images`. Wrong guesses per day: `failures`. Actions of
   * one customer: `customer`. Invitations to one number: `invited`. Staff logins: `staffName`, `staffNetwork`, `staffLogins`, `staffCodes`.
   * Answers that a staff member revealed: `reveals`. Backtests of past decisions: `backtests`. Conditions evaluated on past applications:
   * `conditionReach`. Openings of a shared preview: `previewLink`. Responses to one right code: `repeats`.
   */
  scope:
    | 'prefix'
    | 'operator'
    | 'address'
    | 'network'
    | 'sends'
    | 'images'
    | 'failures'
    | 'customer'
    | 'invited'
    | 'staffName'
    | 'staffNetwork'
    | 'staffLogins'
    | 'staffCodes'
    | 'reveals'
    | 'backtests'
    | 'conditionReach'
    | 'previewLink'
    | 'repeats';
  key: string;
  window_start: Date;
  count: number;
}

declare module '../db/database.ts' {
  interface Database {
    login_counters: LoginCounterRow;
  }
}
