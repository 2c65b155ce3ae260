/**
 * The visible screen. Checks visibility and not an attribute, because a screen that was just hidden re-renders later and is marked as
 * current until then.
 */
export function shownScreen(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('.screen')].find((screen) => screen.checkVisibility());
}
