import { useRef, useState } from 'react';
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
  // Counts only over what was chosen when it was picked: once that has changed, what is chosen speaks for itself.
  const [picked, setPicked] = useState<{ choice: Pick; over: string | undefined }>();
  const next = useRef<Pick>(undefined);
  const running = useRef(false);

  const runAll = async () => {
    running.current = true;
    while (next.current) {
      const choice = next.current;
      next.current = undefined;
      const done = await scope.run(action, undefined, { choice });
      if (!done && !next.current) setPicked(undefined);
    }
    running.current = false;
  };
  const pick = (choice: Pick) => {
    next.current = choice;
    setPicked({ choice, over: selected });
    if (!running.current) void runAll();
  };
  return { chosen: picked && picked.over === selected ? picked.choice.couponId : selected, pick };
}
