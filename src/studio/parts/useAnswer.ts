import { useEffect, useState } from 'react';
import { ask } from '../../../engine/react/screen/ask.ts';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import { isRefusal } from '../../../engine/react/screen/types.ts';

interface AnswerOptions {
  /** A new value repeats the request. */
  again?: unknown;
  /** Codes of refusals that are not reported: the last response stays. */
  quiet?: readonly string[];
}

/**
 * The response of an operation that a block calls, cached like the data of its screen. Undefined until it arrives. The request is repeated
 * once the browser is back online.
 */
export function useAnswer(op: string, input: object, { again, quiet = [] }: AnswerOptions = {}): unknown {
  const { data, host } = useScope().screen;
  const [answer, setAnswer] = useState<unknown>();
  const asked = JSON.stringify(input);
  const unsaid = quiet.join(' ');
  useEffect(() => {
    let isOver = false;
    const read = () =>
      void ask(data, op, JSON.parse(asked) as Record<string, unknown>).then(
        (found) => isOver || setAnswer(found),
        (error: unknown) => isOver || (isRefusal(error) && unsaid.split(' ').includes(error.code)) || host.react(error, {}),
      );
    read();
    const stop = host.onOnline(read);
    return () => {
      isOver = true;
      stop();
    };
    // `again` only triggers the request; nothing reads it.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [data, host, op, asked, again, unsaid]);
  return answer;
}
