import type { Area } from '../../platform/area.ts';
import { keyIdsIn } from '../../platform/crypto/keyIds.ts';
import { operations } from '../../contract/operations.ts';
import { command } from '../../platform/sessions/command.ts';
import { endpoint } from '../../platform/sessions/endpoint.ts';
import { fail } from '../../platform/problem.ts';
import type { App } from '../../platform/http/types.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import { accountView, activeAccount } from './accounts.ts';
import { changeAccount, changeFlow, changeRefusal, type ChangeRefusal } from './change.ts';

/** Refusals that the screen shows before the borrower tries. The others appear only on an attempt. */
type ShownRefusal = Extract<ChangeRefusal, 'notReloan' | 'disbursing' | 'maintenance' | 'noAccount'>;
const isShown = (refusal: ChangeRefusal): refusal is ShownRefusal => refusal !== 'freshCodeRequired' && refusal !== 'sameAccount';

function account(app: App): void {
  endpoint(app, operations['account.get'], async ({ session: { customerId }, deps }) => {
    const row = await activeAccount(deps.db, customerId);
    const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
    const refusal = await changeRefusal(deps.db, deps, customerId);
    return {
      ...(row ? accountView(vault, row) : {}),
      mayChange: refusal === undefined,
      ...(refusal && isShown(refusal) ? { refusal } : {}),
    };
  });
  command(app, operations['account.change'], async ({ input, session, deps, once }) => {
    // Another flow may ask for an account for another purpose.
    if (input.flow !== undefined && input.flow !== changeFlow) fail('badRequest', { problems: [{ code: 'const', path: '/flow' }] });
    return changeAccount(deps, session, once);
  });
}

export const payoutAccountArea: Area = {
  name: 'payoutAccount',
  texts: { 'sms.accountChanged': ['ending'] },
  routes: [account],
  keyIds: [keyIdsIn('payout_accounts', 'digest')],
};
