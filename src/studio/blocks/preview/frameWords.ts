/** The texts that a frame needs from each block that contains one. */
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
