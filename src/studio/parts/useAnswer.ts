import { useEffect, useState } from 'react';
import { ask } from '../../../engine/react/screen/ask.ts';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import { isRefusal } from '../../../engine/react/screen/types.ts';

interface AnswerOptions {
  /** It is asked again whenever this changes. */
  again?: unknown;
  /** Codes of refusals that are not told: the last answer stays. */
  quiet?: readonly string[];
}

/** What an operation answers to a block, kept as the data of its screen is. Undefined until it is there. It is asked again once back online. */
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
    // `again` is asked about, not read.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [data, host, op, asked, again, unsaid]);
  return answer;
}
