import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../../../../engine/react/engine-context.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { actedInFrame } from '../../../staff/presence.ts';
import { type Switches, useMarks } from './useMarks.ts';
import type { Session } from './useSession.ts';
import type { Size } from './sizes.ts';

interface FrameProps {
  /** The block whose texts the frame uses. */
  words?: 'preview' | 'reviewScreens' | 'designer';
  side: 'before' | 'after';
  session: Session;
  size: Size;
  /** Zoom factor of the text. 1 is the browser's default. */
  textSize: number;
  switches: Switches;
  onPicked: (place: { file: string; pointer: string }) => void;
  onDone: () => void;
}

const tellEveryMs = 60_000;

/** Keeps the session alive while somebody works only in the frame, whose requests go to another server. */
function useStaying(): () => void {
  const { call } = useEngine();
  const toldAt = useRef(-tellEveryMs);
  return () => {
    window.dispatchEvent(new Event(actedInFrame));
    const now = performance.now();
    if (now - toldAt.current < tellEveryMs) return;
    toldAt.current = now;
    // If the server refuses this, the person's next action here reports it.
    call('staff.me', {}).catch(() => undefined);
  };
}

/** One side of the preview, sized like the chosen device and scaled down to fit. */
export function Frame({
  words = 'preview',
  side,
  session: { shown, isUnreached },
  size,
  textSize,
  switches,
  onPicked,
  onDone,
}: FrameProps) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>(size.width);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setRoom(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const frame = useRef<HTMLIFrameElement>(null);
  const path = useMarks(frame, shown?.address, switches, { onPicked, onDone, onActed: useStaying() });
  const fit = Math.min(1, room / size.width);
  const Heading = words === 'reviewScreens' ? 'h4' : 'h2';
  const name = t(`common.blocks.${words}.${side}`);
  const state = isUnreached ? 'unreached' : (shown?.state ?? 'starting');
  const { address, isBehind = false, errors = 0, noWay } = shown ?? {};
  return (
    <section className="preview-side" aria-label={name} aria-busy={state === 'starting'}>
      <Heading>{name}</Heading>
      {state !== 'ready' && (
        <output className="preview-state">{t(`common.blocks.${words}.${noWay?.why ?? state}`, { count: errors, at: '', ...noWay })}</output>
      )}
      {state === 'ready' && isBehind && <output className="preview-state">{t(`common.blocks.${words}.behind`, { count: errors })}</output>}
      {address !== undefined && path !== undefined && <p className="preview-note">{t(`common.blocks.${words}.shows`, { path })}</p>}
      <div ref={place} className="preview-place">
        {address !== undefined && (
          <div className="preview-device" style={{ width: size.width * fit, height: size.height * fit }}>
            <iframe
              key={address}
              ref={frame}
              title={t(`common.blocks.${words}.frame`, { side: name })}
              src={address}
              // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin: it keeps its own storage and cannot reach the studio
              sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads"
              referrerPolicy="no-referrer"
              style={{ width: size.width / textSize, height: size.height / textSize, transform: `scale(${fit * textSize})` }}
            />
          </div>
        )}
      </div>
    </section>
  );
}
