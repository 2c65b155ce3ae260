/** A request that somebody caused follows within this time. */
const causedWithinMs = 10_000;
/** An event of the window for acts in a frame, which it does not hear of by itself. */
export const actedInFrame = 'hakbang:acted';
const acts = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', actedInFrame];

/**
 * Returns the headers that mark the requests of a page at which nobody sits: it refreshes by itself, and the server must not take that for
 * somebody's work (`isByItself`). The loading of a page counts as an act.
 */
export function followPresence(): () => Record<string, string> {
  let actedAt = performance.now();
  const acted = () => void (actedAt = performance.now());
  for (const act of acts) window.addEventListener(act, acted, { capture: true, passive: true });
  return () => (performance.now() - actedAt > causedWithinMs ? { 'x-hakbang-by-itself': '1' } : {});
}
