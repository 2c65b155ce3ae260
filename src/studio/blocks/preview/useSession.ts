import { useEffect, useState } from 'react';
import { isUnreached } from '../../../../engine/react/screen/types.ts';
import type { Preview } from '../../../../server/contract/staff/preview.ts';

const askAgainMs = 1500;

export interface Session {
  /** The server's latest response. Undefined until the first one. */
  shown: Preview | undefined;
  isUnreached: boolean;
}

/**
 * Requests a session each time that `wanted` changes, and polls while the world starts or creates its people.
 *
 * @param ask gets whether this is the first request
 * @param wanted everything that the session depends on, as text
 */
export function useSession(ask: (isFirst: boolean) => Promise<Preview>, wanted: string, onRefused: (error: unknown) => void): Session {
  const [session, setSession] = useState<Session>({ shown: undefined, isUnreached: false });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** URL in the first response. Polling while people are created must not reload the frame. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- `wanted` covers everything that `ask` depends on
  }, [wanted]);
  return session;
}
