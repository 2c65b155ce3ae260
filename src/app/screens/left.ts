/** Where a person was on a screen that was left, for the way back to it. */
export interface Left {
  scrollY: number;
  /** What had the focus, in terms that hold when the screen is made anew. */
  focused?: string | undefined;
}

export const atTop: Left = { scrollY: 0 };

/** A field is known by its name, anything else by what it says and where it leads. */
function nameOf(control: Element): string {
  const field = control.closest<HTMLElement>('[data-field]')?.dataset['field'];
  return field === undefined ? `${control.getAttribute('href') ?? ''} ${control.textContent.trim()}` : `field ${field}`;
}

const controls = 'a[href], button, input, select, textarea';

export function leave(): Left {
  const { activeElement } = document;
  return { scrollY: window.scrollY, focused: activeElement?.matches(controls) ? nameOf(activeElement) : undefined };
}

/** The control that had the focus when the screen was left. */
export const controlLeft = (screen: HTMLElement, { focused }: Left): HTMLElement | undefined =>
  focused === undefined ? undefined : [...screen.querySelectorAll<HTMLElement>(controls)].find((each) => nameOf(each) === focused);

const givesUpMs = 5000;
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to where the screen was left: again as it grows, until its data has made it long enough or the person moves. */
export function scrollBack(scrollY: number): () => void {
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
  // The first report comes at once: a page that is long enough is done with then.
  grown.observe(document.body);
  for (const move of ownMoves) window.addEventListener(move, stop, { signal, passive: true });
  const timer = setTimeout(stop, givesUpMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return stop;
}
