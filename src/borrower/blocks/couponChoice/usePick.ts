import { useEffect, useRef, useState } from 'react';
import type { Action } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';

export interface Pick {
  couponId?: string;
  amountCents: number;
}

/**
 * Optimistically shows a choice at once and runs its action, one at a time. Of the choices made while it runs, only the last one is run. If
 * the action fails, the previous choice is shown again.
 */
export function usePick(action: Action, selected: string | undefined) {
  const scope = useScope();
  const [picked, setPicked] = useState<{ choice: Pick; over: string | undefined }>();
  // The stored choice has changed, so the optimistic one is no longer needed.
  if (picked && picked.over !== selected) setPicked(undefined);
  const next = useRef<Pick>(undefined);
  const running = useRef(false);

  const runAll = async () => {
    running.current = true;
    while (next.current) {
      const choice = next.current;
      next.current = undefined;
      const done = await scope.run(action, { extra: { choice } });
      if (!done && !next.current) setPicked(undefined);
    }
    running.current = false;
  };
  const pick = (choice: Pick) => {
    next.current = choice;
    setPicked({ choice, over: selected });
    if (!running.current) void runAll();
  };
  return { chosen: picked ? picked.choice.couponId : selected, pick };
}

/**
 * Clears a choice whose option is gone, for instance because another session used it. Otherwise it would be sent although it is not shown.
 * Not needed when the server stores the choice.
 */
export function useClearUnavailable(action: Action, isGone: boolean): void {
  const { run } = useScope();
  const isLocal = action.do === undefined;
  useEffect(() => {
    if (isGone && isLocal) void run(action, { extra: { choice: { amountCents: 0 } satisfies Pick } });
  }, [isGone, isLocal, run, action]);
}
