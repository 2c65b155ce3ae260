import { accountChangeRefusal, type AccountChangeRefusal } from '../../lending/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { flowCustomerIn } from '../../platform/flows/flowCustomer.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { resetRecord } from '../../platform/flows/record.ts';
import { progressOf, type FlowProgress } from '../../platform/flows/resume.ts';
import { positionView } from '../../platform/flows/snapshot.ts';
import { lockOwner } from '../../platform/customer/lock.ts';
import { storeNumbers } from '../submittedNumbers/numbers.ts';
import { activeAccount, isSameAccount, openAccount, replaceAccount } from './accounts.ts';
import { alarmIfShared } from './shared.ts';
import { accountIn, maskedNumber, type AccountDetails } from './details.ts';

export const changeFlow = 'changeBank';

/** Why the account may not be changed: a rule of lending, or maintenance of the change itself (E13). */
export type ChangeRefusal = AccountChangeRefusal | 'maintenance';

export const errorOf = {
  noAccount: 'notAccepted',
  notReloan: 'notReloan',
  disbursing: 'loanDisbursing',
  maintenance: 'bankChangeMaintenance',
  freshCodeRequired: 'freshCodeRequired',
  sameAccount: 'accountUnchanged',
} as const satisfies Record<ChangeRefusal, string>;

/** States in which a loan's money is on its way to a fixed account. */
const disbursingStates = ['signed', 'disbursing'];

/**
 * Why this customer may not change the account now; undefined if they may. With `details` it also refuses the account that is already
 * active (V11, P02, E13).
 */
export async function changeRefusal(
  db: Tx | Deps['db'],
  deps: Deps,
  customerId: string,
  details?: AccountDetails,
): Promise<ChangeRefusal | undefined> {
  const { is_reloan: isReloan } = await db
    .selectFrom('customers')
    .select('is_reloan')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const account = await activeAccount(db, customerId);
  const disbursing = await db
    .selectFrom('loans')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', 'in', disbursingStates)
    .executeTakeFirst();
  // The step checks that the login is fresh, if there is a session. Changes that the lender asks for go through the application.
  const facts = {
    isReloan,
    hasAccount: account !== undefined,
    isDisbursing: disbursing !== undefined,
    isFresh: true,
    isDemanded: false,
  };
  const refusal = accountChangeRefusal(facts);
  if (refusal) return refusal;
  if (isUnderMaintenance(deps)) return 'maintenance';
  const isSame = account !== undefined && details !== undefined && isSameAccount(deps, account, details);
  return accountChangeRefusal({ ...facts, isSameAccount: isSame });
}

/** Reads the switch of the active release, even if the flow began under another one. */
const isUnderMaintenance = ({ releases }: Deps): boolean => releases.active().manifest.settings.features['bankChange'] === false;

/**
 * Replaces the account with the one from the flow. The flow can be started again afterwards.
 *
 * Refuses with `outOfOrder` (409, the flow is not complete), `freshCodeRequired`, `notReloan`, `loanDisbursing`, `bankChangeMaintenance`,
 * `accountUnchanged`.
 */
export async function changeAccount(deps: Deps, session: Session, once: Once): Promise<{ masked: string }> {
  const customer = await flowCustomerIn(deps, session);
  const progress = await progressOf(deps, customer, changeFlow);
  const position = progress.rules.position(progress.record);
  if (!position.complete) fail('outOfOrder', { position: positionView(position) });
  return once(async (tx) => ({ masked: maskedNumber(await replace(tx, deps, progress)) }));
}

async function replace(tx: Tx, deps: Deps, { customer, record }: FlowProgress): Promise<AccountDetails> {
  const { customerId, vault } = customer;
  await lockOwner(tx, customerId);
  const before = await activeAccount(tx, customerId);
  const details = accountIn(record.answers, before && openAccount(vault, before).holderName);
  const refusal = await changeRefusal(tx, deps, customerId, details);
  if (refusal) fail(errorOf[refusal]);
  if (!before || !details) throw new Error('account: the flow is complete but names none');
  if (!(await resetRecord(tx, record, deps.clock.now()))) fail('conflict');
  const account = await replaceAccount(tx, deps, customer, details, 'change');
  const shared = await storeNumbers(tx, deps, customerId, [{ kind: 'account', value: details.account }]);
  alarmIfShared(deps, account.id, shared);
  await audit(tx, deps, {
    actor: `customer:${customerId}`,
    action: 'account.changed',
    subject: `account:${account.id}`,
    detail: { before: before.id, method: account.method },
  });
  return details;
}
