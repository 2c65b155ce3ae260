/**
 * When a focused control is removed, such as a button whose work is done, moves the focus to the heading above it. Otherwise the next Tab
 * and a screen reader would start at the top of the page.
 */
export function catchFocus(): void {
  let focused: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : undefined;
  });
  document.addEventListener('focusout', ({ target }) => {
    // If the control is still there, the focus left it on purpose.
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = undefined;
    });
  });
  new MutationObserver((changes) => {
    const gone = focused;
    if (!gone || gone.isConnected) return;
    focused = undefined;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (!change) return;
    const { previousSibling, target } = change;
    // The control's replacement may take the focus itself.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusHeadingAbove(previousSibling?.isConnected ? previousSibling : target);
    });
  }).observe(document, { childList: true, subtree: true });
}

function focusHeadingAbove(place: Node): void {
  const screen = (place instanceof Element ? place : place.parentElement)?.closest('[data-current]');
  const isAbove = (heading: Node) =>
    heading.contains(place) || (place.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const all = [...(screen?.querySelectorAll<HTMLElement>('h1, h2, h3, h4') ?? [])].filter((each) => each.checkVisibility());
  const heading = all.findLast(isAbove) ?? all[0];
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
