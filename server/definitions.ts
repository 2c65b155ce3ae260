import type { OperationDefinition, Registry } from '../engine/config/definitions.ts';
import { operations } from './contract/operations.ts';
import { lendingKinds } from './lending/kinds/index.ts';
import { effects, reliances } from './modules/application/answers.ts';
import { applicationEffectDefinitions } from './modules/application/effects.ts';
import { loginKind } from './modules/auth/policy.ts';
import { loanEffectDefinitions } from './modules/loans/effects.ts';
import { retentionKind } from './modules/staff/retention.ts';

/** The contract speaks of what goes over the wire; what the code behind it relies on is added here. */
const relying = (operation: OperationDefinition): OperationDefinition => ({ ...operation, ...reliances[operation.id] });

/** What the server registers by name for the compiler: operations, effects of steps and life cycles, kinds of its own. */
export const serverDefinitions: Pick<Registry, 'operations' | 'effects' | 'kinds'> = {
  operations: Object.fromEntries(Object.values(operations).map((operation) => [operation.id, relying(operation)])),
  effects: { ...effects, ...applicationEffectDefinitions, ...loanEffectDefinitions },
  kinds: { login: loginKind, retention: retentionKind, ...lendingKinds },
};
