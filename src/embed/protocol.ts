/** Messages from an embedded flow to the page that shows it. They never contain answers. */
export type FrameMessage =
  | { type: 'ready' }
  /** The browser does not let the frame keep a session. */
  | { type: 'blocked' }
  | { type: 'step'; step: string }
  | { type: 'height'; heightPx: number }
  | { type: 'complete' };

/** Distinguishes our messages from those of other scripts. */
const name = 'hakbang';

export const envelope = (message: FrameMessage): object => ({ [name]: message });

/** The message in received data; undefined if it is not one of ours. */
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
