/**
 * The screen on the glass. By what can be seen and not by an attribute: one that has just been hidden is rendered anew later,
 * and calls itself the current one until then.
 */
export function shownScreen(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('.screen')].find((screen) => screen.checkVisibility());
}
