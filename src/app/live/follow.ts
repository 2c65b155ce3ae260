import { reaction } from 'mobx';
import type { EngineContext } from '../../../engine/react/engine-context.tsx';
import { isPageVisible } from '../../../engine/react/screen/pageVisible.ts';
import type { Requests } from '../../api/request.ts';
import type { Services } from '../services.ts';
import { eventsOf } from './events.ts';

type Follow = NonNullable<EngineContext['follow']>;

/** Connection timeout. The server writes more often than this, but a proxy can drop a connection silently. */
const silentMs = 30_000;
const delaysMs = [1000, 5000, 15_000, 60_000];

/**
 * Subscribes to topics through server-sent events while the page is visible and online. Uses `fetch`, because `EventSource` cannot send
 * headers and therefore no token.
 *
 * @param operation responds with such a stream, and takes the topics as a comma-separated list
 */
export const followBy =
  (operation: string, { client, network }: Pick<Services, 'client' | 'network'>, requests: () => Promise<Requests>): Follow =>
  (topics, { changed, told }) => {
    const known = new Map<string, number>();
    let failures = 0;
    let stream: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const hear = (versions: Readonly<Record<string, number>>) => {
      const news = Object.entries(versions).filter(([topic, version]) => known.get(topic) !== version);
      for (const [topic, version] of news) known.set(topic, version);
      if (news.length > 0) changed();
    };
    /** Resolves when the stream ends; rejects when it fails. */
    const read = async (ending: AbortController) => {
      const { path } = (await requests()).prepareRequest(operation, { topics: topics.join(',') });
      const response = await fetch(client.url(path), {
        headers: { ...client.headers(), accept: 'text/event-stream' },
        credentials: client.isElsewhere ? 'include' : 'same-origin',
        signal: ending.signal,
      });
      if (!response.ok || !response.body) throw new Error(`changes: ${response.status}`);
      let watch: ReturnType<typeof setTimeout> | undefined;
      const heard = () => {
        clearTimeout(watch);
        watch = setTimeout(() => ending.abort(), silentMs);
      };
      try {
        for await (const { event, data } of eventsOf(response.body, heard)) {
          if (event === 'changed') hear(data as Record<string, number>);
          if (event === 'end' && data === 'session') throw new Error('changes: the session has ended');
          failures = 0;
          told(true);
        }
      } finally {
        clearTimeout(watch);
      }
    };
    const begin = () => {
      const ending = (stream = new AbortController());
      read(ending)
        .catch(() => void (failures += 1))
        .finally(() => {
          if (stream !== ending) return;
          if (failures > 0) told(false);
          const delay = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0;
          timer = setTimeout(begin, delay + Math.random() * 1000);
        });
    };
    const end = () => {
      const last = stream;
      stream = undefined;
      clearTimeout(timer);
      last?.abort();
      told(false);
    };
    const stop = reaction(
      () => isPageVisible() && network.online,
      (wanted) => (wanted ? begin() : end()),
      { fireImmediately: true },
    );
    return () => {
      stop();
      end();
    };
  };
