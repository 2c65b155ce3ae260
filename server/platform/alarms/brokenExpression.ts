import type { Deps } from '../deps.ts';
import { hourSeconds } from '../time.ts';

/** Reports a configuration expression that threw, by location and error name. The error message may quote an answer, so it is left out. */
export const brokenExpression =
  ({ alarms }: Pick<Deps, 'alarms'>) =>
  (error: unknown, where: string): void => {
    const detail = { error: error instanceof Error ? error.name : 'unknown' };
    alarms.raise({ kind: 'expressionBroken', subject: `expression:${where}`, detail, quietSeconds: hourSeconds }, 'an expression broke');
  };
