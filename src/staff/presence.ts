/** A request within this time after an event counts as caused by a person. */
const causedWithinMs = 10_000;
/** A window event that reports activity inside a frame, which the window cannot observe itself. */
export const actedInFrame = 'hakbang:acted';
const acts = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', actedInFrame];

/**
 * Returns headers that mark requests of an unattended page: it refreshes automatically, and the server must not take that for activity
 * (`isByItself`). Loading the page counts as activity.
 */
export function followPresence(): () => Record<string, string> {
  let actedAt = performance.now();
  const acted = () => void (actedAt = performance.now());
  for (const act of acts) window.addEventListener(act, acted, { capture: true, passive: true });
  return () => (performance.now() - actedAt > causedWithinMs ? { 'x-hakbang-by-itself': '1' } : {});
}
