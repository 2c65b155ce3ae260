import { useEffect, useRef, useState } from 'react';
import type { Action } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';

export interface Pick {
  couponId?: string;
  amountCents: number;
}

/**
 * Shows a choice at once and does its action, one at a time: whoever goes on choosing meanwhile gets the last one. What was chosen
 * before is shown again when the action fails.
 */
export function usePick(action: Action, selected: string | undefined) {
  const scope = useScope();
  const [picked, setPicked] = useState<{ choice: Pick; over: string | undefined }>();
  // Once what is chosen has changed it speaks for itself.
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
 * What was chosen on this screen and has gone since, used on another visit, is forgotten: else it would be sent unseen. Where
 * the choice is the server's, the server answers for it.
 */
export function useForgotten(action: Action, isGone: boolean): void {
  const { run } = useScope();
  const isLocal = action.do === undefined;
  useEffect(() => {
    if (isGone && isLocal) void run(action, { extra: { choice: { amountCents: 0 } satisfies Pick } });
  }, [isGone, isLocal, run, action]);
}
