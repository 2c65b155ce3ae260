import { type RefObject, useEffect, useRef, useState } from 'react';
import { readFromPreview, type ToPreview } from '../../../marks/protocol.ts';

export interface Switches {
  /** A click chooses an element instead of using the page. */
  isPicking: boolean;
  isOffline: boolean;
}

interface Listener {
  onPicked: (place: { file: string; pointer: string }) => void;
  /** The person stopped picking, from within the frame. */
  onDone: () => void;
  onActed: () => void;
}

/**
 * Controls the preview's page in a frame, and listens to its messages. Only messages from this frame and the preview's own origin count.
 *
 * @returns the path that the frame shows
 */
export function useMarks(
  frame: RefObject<HTMLIFrameElement | null>,
  address: string | undefined,
  { isPicking, isOffline }: Switches,
  listener: Listener,
): string | undefined {
  const [path, setPath] = useState<string>();
  const [loads, setLoads] = useState(0);
  const latest = useRef(listener);
  /** A page that reloads must not take the focus from somebody who types beside it. */
  const wasPicking = useRef(isPicking);
  useEffect(() => void (latest.current = listener));
  const origin = address === undefined ? undefined : new URL(address).origin;
  useEffect(() => {
    const hear = ({ source, origin: from, data }: MessageEvent) => {
      if (origin === undefined || from !== origin || source !== frame.current?.contentWindow) return;
      const message = readFromPreview(data);
      if (message?.hakbang === 'ready') setLoads((count) => count + 1);
      if (message?.hakbang === 'at') setPath(message.path);
      if (message?.hakbang === 'acted') latest.current.onActed();
      if (message?.hakbang === 'done') latest.current.onDone();
      if (message?.hakbang === 'picked') latest.current.onPicked(message);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [frame, origin]);
  useEffect(() => {
    if (origin === undefined || loads === 0) return;
    const tell = (message: ToPreview) => frame.current?.contentWindow?.postMessage(message, origin);
    tell({ hakbang: 'pick', on: isPicking });
    tell({ hakbang: 'offline', on: isOffline });
    if (isPicking && !wasPicking.current) frame.current?.focus();
    wasPicking.current = isPicking;
  }, [frame, origin, loads, isPicking, isOffline]);
  return path;
}
