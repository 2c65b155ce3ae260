/** What an embedded flow reports to the page that shows it. Never an answer. */
export type FrameMessage =
  | { type: 'ready' }
  /** The browser keeps no session for the frame. */
  | { type: 'blocked' }
  | { type: 'step'; step: string }
  | { type: 'height'; heightPx: number }
  | { type: 'complete' };

/** Marks our messages among those of other scripts. */
const name = 'hakbang';

export const envelope = (message: FrameMessage): object => ({ [name]: message });

/** The message in received data; undefined if it is none of ours. */
export function messageIn(data: unknown): FrameMessage | undefined {
  const { type, step, heightPx } = propertiesOf(propertiesOf(data)[name]);
  if (type === 'ready' || type === 'blocked' || type === 'complete') return { type };
  if (type === 'step' && typeof step === 'string') return { type, step };
  if (type === 'height' && typeof heightPx === 'number' && heightPx >= 0 && heightPx <= maxHeightPx) return { type, heightPx };
  return undefined;
}

const maxHeightPx = 50_000;

const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
