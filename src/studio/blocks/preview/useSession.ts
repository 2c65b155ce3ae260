import { useEffect, useState } from 'react';
import { isUnreached } from '../../../../engine/react/screen/types.ts';
import type { Preview } from '../../../../server/contract/staff/preview.ts';

const askAgainMs = 1500;

export interface Session {
  /** What the server said last; undefined until it has answered. */
  shown: Preview | undefined;
  isUnreached: boolean;
}

/**
 * Asks for a session each time that `wanted` changes, and again while the world starts or makes its people.
 *
 * @param ask is told whether it asks for the first time
 * @param wanted all that the session depends on, as text
 */
export function useSession(ask: (isFirst: boolean) => Promise<Preview>, wanted: string, onRefused: (error: unknown) => void): Session {
  const [session, setSession] = useState<Session>({ shown: undefined, isUnreached: false });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** What is asked for again while people are made must not load the frame again. */
    let first: string | undefined;
    const run = async () => {
      try {
        const shown = await ask(first === undefined);
        if (isOver) return;
        first ??= shown.address;
        setSession({ shown: { ...shown, ...(first !== undefined && { address: first }) }, isUnreached: false });
        if (shown.state === 'starting' || shown.state === 'failed' || (shown.state === 'ready' && !shown.arePeopleReady))
          timer = setTimeout(() => void run(), askAgainMs);
      } catch (error) {
        if (isOver) return;
        setSession(({ shown }) => ({ shown, isUnreached: true }));
        if (isUnreached(error)) timer = setTimeout(() => void run(), 2 * askAgainMs);
        else onRefused(error);
      }
    };
    void run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `wanted` says all that `ask` depends on
  }, [wanted]);
  return session;
}
