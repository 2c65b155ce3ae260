/** Does what the person need not wait for. @param timeoutMs by when at the latest */
export function whenIdle(work: () => void, timeoutMs?: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  else setTimeout(work, 300);
}
