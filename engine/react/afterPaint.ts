/**
 * Runs `work` when the next frame is painted. Moving the focus forces a layout, which before the paint would run in the middle of a script.
 * The returned function cancels the work.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
