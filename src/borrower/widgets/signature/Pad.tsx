import { type PointerEvent, useRef, useState } from 'react';
import { extended, maxStrokes, pad, pathOf, type Stroke } from './strokes.ts';

interface PadProps {
  strokes: readonly Stroke[];
  /** Text alternative of the drawing. */
  label: string;
  /** Placeholder of the empty pad. */
  invitation: string;
  locked: boolean;
  onStroke: (stroke: Stroke) => void;
}

/**
 * Captures strokes of a finger, pen or mouse as vectors: they are sharp at any size and survive a rotation of the phone. Re-renders only
 * the current stroke while it grows.
 */
export function Pad({ strokes, label, invitation, locked, onStroke }: PadProps) {
  const [current, setCurrent] = useState<Stroke>([]);
  // Several pointer events arrive in one frame, before React renders the previous state.
  const growing = useRef<{ pointer: number; stroke: Stroke }>(undefined);

  const grow = (event: PointerEvent<SVGSVGElement>) => {
    const hand = growing.current;
    if (hand?.pointer !== event.pointerId) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const { nativeEvent } = event;
    const coalesced = nativeEvent.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of coalesced.length > 0 ? coalesced : [nativeEvent]) {
      hand.stroke = extended(hand.stroke, ((clientX - left) / width) * pad.widthPx, ((clientY - top) / height) * pad.heightPx);
    }
    setCurrent(hand.stroke);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (locked || growing.current || event.button !== 0 || strokes.length >= maxStrokes) return;
    // Keeps tracking the pointer when it leaves the pad.
    event.currentTarget.setPointerCapture(event.pointerId);
    growing.current = { pointer: event.pointerId, stroke: [] };
    grow(event);
  };
  const end = (event: PointerEvent<SVGSVGElement>) => {
    const hand = growing.current;
    if (hand?.pointer !== event.pointerId) return;
    growing.current = undefined;
    setCurrent([]);
    onStroke(hand.stroke);
  };

  const empty = strokes.length === 0 && current.length === 0;
  return (
    <div className="signature-pad" data-locked={locked || undefined}>
      <svg
        viewBox={`0 0 ${pad.widthPx} ${pad.heightPx}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is drawn here
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={grow}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line className="signature-line" x1="40" x2="560" y1="190" y2="190" />
        {[...strokes, current].map((stroke, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- strokes are only added and taken away at the end
          <path key={index} className="signature-stroke" d={pathOf(stroke)} />
        ))}
      </svg>
      {empty && (
        <span className="signature-here" aria-hidden="true">
          {invitation}
        </span>
      )}
    </div>
  );
}
