import { useEffect, useState } from 'react';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { Disclosure } from '../../../api/contract.ts';
import type { LoanChoice } from './definition.ts';

/** A slider passes many amounts on its way to the one that is meant. */
const restMs = 250;

export interface Quote {
  /** The last figures that came; they may be of an earlier choice. */
  figures: Disclosure | undefined;
  /** The figures are of this choice. */
  isCurrent: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * What a choice costs, asked of the server once the hand rests; asked again when the network returns.
 *
 * @param operation that says so
 * @param choice with whatever else the operation wants to know
 */
export function useQuote(operation = 'loans.quote', choice: LoanChoice | undefined): Quote {
  const { engine, host } = useScope().screen;
  const key = choice && JSON.stringify(choice);
  const [answer, setAnswer] = useState<{ key: string; figures: Disclosure }>();
  const [failed, setFailed] = useState<{ key: string; attempt: number; error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const known = answer?.key === key;

  useEffect(() => {
    if (key === undefined || known) return undefined;
    let wanted = true;
    const ask = () =>
      engine.call(operation, JSON.parse(key) as LoanChoice).then(
        (figures) => wanted && setAnswer({ key, figures: figures as Disclosure }),
        (error: unknown) => wanted && setFailed({ key, attempt, error }),
      );
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [engine, operation, key, known, attempt]);

  const hasFailed = !known && failed?.key === key && failed?.attempt === attempt;
  // Retry failed quotes only. A pending one retries by itself, and its answer is the news that the network is back.
  useEffect(() => (hasFailed ? host.onOnline(() => setAttempt((before) => before + 1)) : undefined), [host, hasFailed]);
  return {
    figures: answer?.figures,
    isCurrent: known,
    error: hasFailed ? failed.error : undefined,
    retry: () => setAttempt(attempt + 1),
  };
}
