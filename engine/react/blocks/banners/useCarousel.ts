import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';

interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** Index of the visible slide. */
  at: number;
  /** Scrolls to a slide and wraps around. */
  go: (index: number) => void;
  onScroll: () => void;
  /** Pauses and resumes. Absent if the carousel does not move by itself. */
  toggle?: () => void;
  isPlaying: boolean;
  /** Handlers of the frame, which pause it while it has the pointer or the focus. */
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

/** Derives the visible slide from the scroll position. */
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
