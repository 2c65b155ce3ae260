import { useEffect, useState } from 'react';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import type { ConditionContext } from '../../../server/contract/staff/studioGraph.ts';

export interface PlaceOfCondition {
  file: string;
  pointer: string;
}

/** What the condition at a place can read. It is asked again once one is written there, or none is any more. */
export function useConditionContext(
  operation: string,
  change: string,
  { file, pointer }: PlaceOfCondition,
  isWritten: boolean,
): ConditionContext | undefined {
  const { engine, host } = useScope().screen;
  const [context, setContext] = useState<ConditionContext>();
  useEffect(() => {
    let isOver = false;
    engine.call(operation, { id: change, file, pointer }).then(
      (answer) => isOver || setContext(answer as ConditionContext),
      (error: unknown) => isOver || host.react(error, {}),
    );
    return () => void (isOver = true);
    // What is written widens what can be read, such as the items of a list around it.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [operation, change, file, pointer, engine, host, isWritten]);
  return context;
}
