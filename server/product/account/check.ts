import { assertFresh } from '../../platform/sessions/fresh.ts';
import type { StepCheck } from '../../platform/flows/hooks.ts';
import { activeAccount, openAccount } from './accounts.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import { changeRefusal, errorOf } from './change.ts';
import { accountAnswers, accountIn, numberField } from './details.ts';

/** Told when the account is saved, at the field that says it; asked again when it is put in place (`account.change`). */
export const mayChangeAccount: StepCheck = {
  name: 'mayChangeAccount',
  description: 'Takes a new account only from who may change it, after a fresh code, and only if it is another one.',
  reads: accountAnswers,
  facts: [],
  fails: Object.values(errorOf),
  async run({ deps, customerId, answers, session }) {
    const before = await activeAccount(deps.db, customerId);
    const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
    const details = accountIn(answers, before && openAccount(vault, before).holderName);
    const refusal = await changeRefusal(deps.db, deps, customerId, details);
    if (refusal === 'sameAccount' && details) return { problem: errorOf.sameAccount, field: numberField(details.method) };
    if (refusal) return { problem: errorOf[refusal] };
    assertFresh(deps, session);
    return { facts: {} };
  },
};
