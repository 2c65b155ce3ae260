import { useId, useState } from 'react';
import { useText } from '../../../../engine/react/text.tsx';

const zooms = [1, 1.5, 2, 3, 4, 6];
const brightnesses = [0.5, 0.75, 1, 1.4, 1.8, 2.4];
const asTaken = { zoom: 0, turns: 0, brightness: brightnesses.indexOf(1) };

interface PhotoProps {
  name: string;
  url: string | undefined;
  /** Called when the URL has expired, to request all URLs again. */
  onLost: () => void;
}

/** One photo with its tools. A zoomed photo scrolls inside its frame, also with the arrow keys. */
export function Photo({ name, url, onLost }: PhotoProps) {
  const { t, formats } = useText();
  const id = useId();
  const [look, setLook] = useState(asTaken);
  const word = (key: string, values?: Record<string, unknown>) => t(`common.blocks.photos.${key}`, values);
  const zoom = zooms[look.zoom] ?? 1;
  const change = (by: Partial<typeof asTaken>) =>
    setLook((now) => ({
      zoom: clamp(now.zoom + (by.zoom ?? 0), zooms.length),
      turns: now.turns + (by.turns ?? 0),
      brightness: clamp(now.brightness + (by.brightness ?? 0), brightnesses.length),
    }));
  return (
    <figure className="photos-figure" aria-labelledby={id}>
      <figcaption id={id}>{name}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what is zoomed (axe: scrollable-region-focusable) */}
      <section className="photos-frame" tabIndex={0} aria-label={name}>
        <div className="photos-stage" style={{ width: `${zoom * 100}%` }}>
          <img
            src={url}
            alt={name}
            style={{ rotate: `${look.turns * 90}deg`, filter: `brightness(${brightnesses[look.brightness]})` }}
            onError={onLost}
          />
        </div>
      </section>
      <div className="photos-tools" role="toolbar" aria-label={word('tools', { name })}>
        <Tool label={word('closer')} sign="+" off={look.zoom === zooms.length - 1} onClick={() => change({ zoom: 1 })} />
        <Tool label={word('farther')} sign="−" off={look.zoom === 0} onClick={() => change({ zoom: -1 })} />
        <Tool label={word('turn')} sign="⟳" onClick={() => change({ turns: 1 })} />
        <Tool
          label={word('brighter')}
          sign="☀"
          off={look.brightness === brightnesses.length - 1}
          onClick={() => change({ brightness: 1 })}
        />
        <Tool label={word('darker')} sign="☾" off={look.brightness === 0} onClick={() => change({ brightness: -1 })} />
        <Tool label={word('reset')} sign="↺" onClick={() => setLook(asTaken)} />
        <output className="visually-hidden">{word('zoomed', { times: formats.number(zoom) })}</output>
      </div>
    </figure>
  );
}

const clamp = (index: number, length: number): number => Math.min(length - 1, Math.max(0, index));

interface ToolProps {
  label: string;
  sign: string;
  off?: boolean;
  onClick: () => void;
}

/** Stays focusable at its limit, because a disabled button would lose focus. */
function Tool({ label, sign, off = false, onClick }: ToolProps) {
  return (
    <button type="button" className="photos-tool" title={label} aria-disabled={off || undefined} onClick={() => off || onClick()}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
