/** Names of the files in engine/react/drawings. We drew them on 240 × 160 with the tokens' colours. */
export const drawings = [
  'browserMenu',
  'calendar',
  'empty',
  'gift',
  'guide',
  'homescreen',
  'message',
  'notFound',
  'offline',
  'phone',
  'plus',
  'review',
  'selfie',
  'share',
  'sorry',
  'success',
  'waiting',
  'welcome',
] as const;
export type DrawingName = (typeof drawings)[number];
