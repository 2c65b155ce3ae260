import { useCallback, useEffect, useRef, useState } from 'react';
import { useScope } from '../../screen/scope.tsx';

export interface FeedItem {
  id: string;
  title: string;
  text?: string;
  at?: string;
  read?: boolean;
  icon?: string;
}

interface Page {
  items: readonly FeedItem[];
  next?: string;
}

export interface Feed {
  /** Undefined until the first page has loaded. */
  items: readonly FeedItem[] | undefined;
  isBusy: boolean;
  error: unknown;
  /** Fetches the next page. Absent on the last page. */
  more?: () => void;
  retry: () => void;
}

/** Loads the pages of a list. Starts again when the input changes or an operation invalidates the list. */
export function useFeed(op: string, input: Record<string, unknown>, invalidatedBy: readonly string[] = []): Feed {
  const { screen } = useScope();
  const [page, setPage] = useState<Page>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const newest = useRef(0);
  const asked = JSON.stringify(input);
  const stale = invalidatedBy.join(' ');

  const load = useCallback(
    async (before: Page | undefined) => {
      const number = ++newest.current;
      const isWanted = () => newest.current === number;
      try {
        const cursor = before?.next === undefined ? {} : { cursor: before.next };
        const next = (await screen.engine.call(op, { ...(JSON.parse(asked) as object), ...cursor })) as Page;
        if (isWanted()) setPage(before ? { ...next, items: [...before.items, ...next.items] } : next);
        if (isWanted()) setError(undefined);
      } catch (reason) {
        if (isWanted()) setError(reason);
        screen.host.dataFailed(reason);
      } finally {
        if (isWanted()) setBusy(false);
      }
    },
    [screen, op, asked],
  );

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state only after the response
    void load(undefined);
    return screen.host.onDone((operation) => {
      if (stale.split(' ').includes(operation)) void load(undefined);
    });
  }, [load, screen, stale]);

  return {
    items: page?.items,
    isBusy,
    error,
    ...(page?.next !== undefined && {
      more: () => {
        setBusy(true);
        void load(page);
      },
    }),
    retry: () => void load(page?.next === undefined ? undefined : page),
  };
}
