import type { Deps } from '../deps.ts';

const hourSeconds = 3600;

/** Tells of an expression of the configuration that broke: by its place and the name of the error, whose message may quote an answer. */
export const brokenExpression =
  ({ alarms }: Pick<Deps, 'alarms'>) =>
  (error: unknown, where: string): void => {
    const detail = { error: error instanceof Error ? error.name : 'unknown' };
    alarms.raise({ kind: 'expressionBroken', subject: `expression:${where}`, detail, quietSeconds: hourSeconds }, 'an expression broke');
  };
