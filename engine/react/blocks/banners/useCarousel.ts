import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';

interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** 0-based place of the slide in sight. */
  at: number;
  /** Turns to a slide; past the last comes the first. */
  go: (index: number) => void;
  onScroll: () => void;
  /** Stops and goes on; absent where nothing moves by itself. */
  toggle?: () => void;
  isPlaying: boolean;
  /** Handlers of the frame: it rests while somebody points at it or is in it. */
  whileUsed: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

const wantsLessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function turnTo(track: HTMLElement | null, index: number): void {
  const slide = track?.children[index];
  if (!track || !(slide instanceof HTMLElement)) return;
  track.scrollTo({ left: slide.offsetLeft - track.offsetLeft, behavior: wantsLessMotion() ? 'auto' : 'smooth' });
}

/** Keeps a row of slides and what is said of it together: the scroll position decides which slide is in sight. */
export function useCarousel(count: number, everySeconds: number | undefined): Carousel {
  const track = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const moves = everySeconds !== undefined && count > 1 && !wantsLessMotion();

  useEffect(() => {
    if (!moves || isPaused || isUsed) return undefined;
    const timer = setTimeout(() => document.visibilityState === 'visible' && turnTo(track.current, (at + 1) % count), everySeconds * 1000);
    return () => clearTimeout(timer);
  }, [moves, isPaused, isUsed, at, count, everySeconds]);

  const onScroll = () => {
    const element = track.current;
    if (element && element.clientWidth > 0) setAt(Math.min(count - 1, Math.round(Math.abs(element.scrollLeft) / element.clientWidth)));
  };
  return {
    track,
    at: Math.min(at, Math.max(0, count - 1)),
    go: (index) => turnTo(track.current, (index + count) % count),
    onScroll,
    ...(moves && { toggle: () => setPaused(!isPaused) }),
    isPlaying: moves && !isPaused,
    whileUsed: {
      onPointerEnter: () => setUsed(true),
      onPointerLeave: () => setUsed(false),
      onFocus: () => setUsed(true),
      onBlur: ({ currentTarget, relatedTarget }) => setUsed(currentTarget.contains(relatedTarget)),
    },
  };
}
