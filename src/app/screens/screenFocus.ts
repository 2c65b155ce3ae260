import { focusedControl, type ScreenPosition } from './screenPosition.ts';

const headingOf = (screen: HTMLElement) => screen.querySelector<HTMLElement>('h1');

/**
 * Going back, focuses the last focused element; otherwise the heading. Keeps the focus when the person or an autofocused field has already
 * placed it on the new screen.
 */
export function placeFocus(screen: HTMLElement, left: ScreenPosition | undefined): void {
  if (screen.contains(document.activeElement)) return;
  const target = (left && focusedControl(screen, left)) ?? headingOf(screen) ?? screen.querySelector<HTMLElement>('main');
  target?.focus({ preventScroll: true });
}

/**
 * Focuses a heading that appears later, with the data or after an action, unless a control has the focus. Returns a function that stops it.
 *
 * @param isLoading whether the page has just loaded. A screen reader then starts at the top, so the first heading gets no focus.
 */
export function followHeading(screen: HTMLElement, isLoading: boolean): () => void {
  let heading = headingOf(screen);
  let isAwaited = isLoading && !heading;
  const observer = new MutationObserver(() => {
    const now = headingOf(screen);
    if (!now || now === heading) return;
    heading = now;
    if (!isAwaited && document.activeElement?.matches('body, main, h1, h2, h3, h4')) now.focus({ preventScroll: true });
    isAwaited = false;
  });
  observer.observe(screen, { childList: true, subtree: true });
  return () => observer.disconnect();
}
