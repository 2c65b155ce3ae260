import type { Registry } from '../engine/config/definitions.ts';
import { operations } from './contract/operations.ts';
import { effects } from './modules/application/answers.ts';
import { loginKind } from './modules/auth/policy.ts';

/** What the server registers by name for the compiler: operations, effects of steps and life cycles, kinds of its own. */
export const serverDefinitions: Pick<Registry, 'operations' | 'effects' | 'kinds'> = {
  operations,
  effects,
  kinds: { login: loginKind },
};
