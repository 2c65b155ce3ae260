/**
 * Runs `work` when the next frame is painted. Moving the focus makes the browser lay out the page; before the paint, that layout
 * would run in the middle of a script. The returned function cancels it.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
