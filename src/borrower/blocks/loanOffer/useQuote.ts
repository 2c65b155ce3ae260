import { useEffect, useState } from 'react';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { Disclosure } from '../../contract.ts';
import type { LoanChoice } from './definition.ts';

/** Debounce: a slider passes many amounts before the final one. */
const debounceMs = 250;

export interface Quote {
  /** The last figures received, possibly for an earlier choice. */
  figures: Disclosure | undefined;
  /** Whether the figures are for the current choice. */
  isCurrent: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * Requests the cost of a choice, debounced, and retries when the network is back.
 *
 * @param operation operation that returns the cost
 * @param choice the choice and any other input of the operation
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
    let isActive = true;
    const request = () =>
      engine.call(operation, JSON.parse(key) as LoanChoice).then(
        (figures) => isActive && setAnswer({ key, figures: figures as Disclosure }),
        (error: unknown) => isActive && setFailed({ key, attempt, error }),
      );
    const timer = setTimeout(() => void request(), debounceMs);
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [engine, operation, key, known, attempt]);

  const hasFailed = !known && failed?.key === key && failed?.attempt === attempt;
  // Retry failed quotes only. A pending quote retries by itself, and its response may be the signal that the network is back.
  useEffect(() => (hasFailed ? host.onOnline(() => setAttempt((before) => before + 1)) : undefined), [host, hasFailed]);
  return {
    figures: answer?.figures,
    isCurrent: known,
    error: hasFailed ? failed.error : undefined,
    retry: () => setAttempt(attempt + 1),
  };
}
