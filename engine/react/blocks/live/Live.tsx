import { observable, runInAction } from 'mobx';
import { useEffect } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { isPageVisible } from '../../screen/pageVisible.ts';
import { startPolling } from '../../screen/polling.ts';
import { useScope } from '../../screen/scope.tsx';
import type { LiveOptions } from './definition.ts';

export function Live({ block: { topics, data: names, pollSeconds } }: { block: BlockValue & LiveOptions }) {
  const { screen } = useScope();
  useEffect(() => {
    const { data, engine, host } = screen;
    const isTold = observable.box(false);
    let fetchedAt = performance.now();
    const refresh = async () => {
      fetchedAt = performance.now();
      await Promise.all(names.filter((name) => data.state(name).status !== 'idle').map((name) => data.refresh(name)));
    };
    const stops = [
      startPolling({
        periodMs: pollSeconds * 1000,
        wanted: () => !isTold.get() && isPageVisible() && host.online(),
        fetchedAt: () => fetchedAt,
        refresh,
      }),
      engine.follow?.(topics, { changed: () => void refresh(), told: (is) => runInAction(() => isTold.set(is)) }),
    ];
    return () => stops.forEach((stop) => stop?.());
  }, [screen, topics, names, pollSeconds]);
  return null;
}
