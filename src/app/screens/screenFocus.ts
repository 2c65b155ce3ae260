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
 * @param isLoading the page has just loaded, and the reader begins at its top: its first heading gets no focus
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

/**
 * A control can go away with the focus, such as a button whose work is done. Then the heading above it gets the focus: otherwise the next Tab and a
 * screen reader begin at the top of the page. Returns a function that stops it.
 */
export function catchFocus(screen: HTMLElement): () => void {
  let focused: Node | undefined;
  const remember = ({ target }: FocusEvent) => void (focused = target instanceof Node ? target : undefined);
  const observer = new MutationObserver((changes) => {
    const gone = focused;
    if (!gone || gone.isConnected) return;
    focused = undefined;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    const place = change?.previousSibling ?? change?.target;
    // What replaces the control may take the focus itself.
    requestAnimationFrame(() => {
      if (place && document.activeElement === document.body) focusHeadingAbove(screen, place);
    });
  });
  screen.addEventListener('focusin', remember);
  observer.observe(screen, { childList: true, subtree: true });
  return () => {
    screen.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

function focusHeadingAbove(screen: HTMLElement, place: Node): void {
  const isAbove = (heading: Node) =>
    heading.contains(place) || (place.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const all = [...screen.querySelectorAll<HTMLElement>('h1, h2, h3, h4')];
  const heading = all.findLast((each) => each.checkVisibility() && isAbove(each)) ?? headingOf(screen);
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
