import { assertFresh } from '../../platform/sessions/fresh.ts';
import type { StepCheck } from '../../platform/flows/hooks.ts';
import { activeAccount, openAccount } from './accounts.ts';
import { vaultOf } from '../../platform/crypto/vault.ts';
import { changeRefusal, errorOf } from './change.ts';
import { accountAnswers, accountIn, numberField } from './details.ts';

/** Checked when the step is saved, so that the problem appears at its field. `account.change` checks again. */
export const mayChangeAccount: StepCheck = {
  name: 'mayChangeAccount',
  description:
    'Accepts a new account only from a customer who may change it, after a fresh code, and only if it differs from the active one.',
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
