/** Scroll position and focus of a screen that was left, to restore on the way back. */
export interface ScreenPosition {
  scrollY: number;
  /** The focused control, named so that it can be found in a new rendering. */
  focused?: string | undefined;
}

export const atTop: ScreenPosition = { scrollY: 0 };

/** Names a field by its name, any other control by its text and link. */
function nameOf(control: Element): string {
  const field = control.closest<HTMLElement>('[data-field]')?.dataset['field'];
  return field === undefined ? `${control.getAttribute('href') ?? ''} ${control.textContent.trim()}` : `field ${field}`;
}

const controls = 'a[href], button, input, select, textarea';

export function currentPosition(): ScreenPosition {
  const { activeElement } = document;
  return { scrollY: window.scrollY, focused: activeElement?.matches(controls) ? nameOf(activeElement) : undefined };
}

/** The control that had the focus when the screen was left. */
export const focusedControl = (screen: HTMLElement, { focused }: ScreenPosition): HTMLElement | undefined =>
  focused === undefined ? undefined : [...screen.querySelectorAll<HTMLElement>(controls)].find((each) => nameOf(each) === focused);

const timeoutMs = 5000;
const userEvents = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Restores the scroll position. Repeats it while the page grows, until it fits or the person scrolls. */
export function restoreScroll(scrollY: number): () => void {
  const done = new AbortController();
  const { signal } = done;
  const stop = () => done.abort();
  const grown = new ResizeObserver(() => {
    if (signal.aborted) return;
    window.scrollTo(0, scrollY);
    if (window.scrollY >= Math.floor(scrollY)) stop();
  });
  signal.addEventListener('abort', () => grown.disconnect());
  window.scrollTo(0, scrollY);
  // The first report comes at once, so a page that is long enough is done then.
  grown.observe(document.body);
  for (const event of userEvents) window.addEventListener(event, stop, { signal, passive: true });
  const timer = setTimeout(stop, timeoutMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return stop;
}
