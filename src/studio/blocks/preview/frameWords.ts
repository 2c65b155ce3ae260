/** The words of a frame, for each block that has some. */
export const frameWords = [
  'before',
  'after',
  'starting',
  'failed',
  'unsound',
  'unavailable',
  'unreached',
  'behind',
  'frame',
  'shows',
  'noStep',
  'offPath',
  'waits',
  'sent',
  'refused',
  'unanswerable',
] as const;
