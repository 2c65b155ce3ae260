/** Runs work that nobody waits for, when the page is idle. @param timeoutMs latest start */
export function whenIdle(work: () => void, timeoutMs?: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  else setTimeout(work, 300);
}
