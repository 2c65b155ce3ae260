import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { isPageVisible } from '../../screen/pageVisible.ts';
import { useScope } from '../../screen/scope.tsx';
import type { WhileShownOptions } from './definition.ts';

/** Delays the end operation. If the next screen has the same block, the operation is skipped and nothing is released in between. */
const ending = new Map<string, ReturnType<typeof setTimeout>>();
const endsAfterMs = 1000;

/** The person did not start this, so a failure is silent. Data that the operations invalidate shows the current holder. */
export const WhileShown = observer(function WhileShown({ block }: { block: BlockValue & WhileShownOptions }) {
  const { screen } = useScope();
  const { op, end, everySeconds } = block;
  const input = JSON.stringify(screen.input(block.with));
  useEffect(() => {
    const { engine, host } = screen;
    const given = JSON.parse(input) as Record<string, unknown>;
    const key = `${op} ${input}`;
    const call = (operation: string) =>
      engine.call(operation, given).then(
        () => host.done(operation),
        (reason: unknown) => {
          host.dataFailed(reason);
          host.done(operation);
        },
      );
    clearTimeout(ending.get(key));
    ending.delete(key);
    void call(op);
    const timer = setInterval(() => isPageVisible() && void call(op), everySeconds * 1000);
    return () => {
      clearInterval(timer);
      ending.set(
        key,
        setTimeout(() => {
          ending.delete(key);
          void call(end);
        }, endsAfterMs),
      );
    };
  }, [screen, op, end, everySeconds, input]);
  return null;
});
