const fields = 'input, textarea, select, [contenteditable], dialog';

/** Whether a key belongs to a field, a dialog or the browser instead of a shortcut of the screen. */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(fields) !== null);
