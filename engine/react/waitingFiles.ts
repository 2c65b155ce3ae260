/** A file that waits on this device, and what it is to be stored as. */
export interface WaitingFile {
  file: Blob;
  purpose: string;
}

/** Files that wait on this device for a network: encrypted, and gone when they were sent or their person logs out. */
export interface WaitingFiles {
  /**
   * Keeps one, as soon as it is made; false for one that is too large, or where the device has no room. What is asked of a name is
   * done in the order it was asked: who loads one that is being made gets it.
   */
  keep: (name: string, waiting: WaitingFile | Promise<WaitingFile>) => Promise<boolean>;
  load: (name: string) => Promise<WaitingFile | undefined>;
  drop: (name: string) => Promise<void>;
  isOnline: () => boolean;
  /** Calls back when the network returns. The function returned ends it. */
  onOnline: (listener: () => void) => () => void;
}

const prefix = 'device:';

/** The answer that stands for a file while it waits; whoever sends the answers later sends the file before, and puts its id here. */
export const deviceFile = (name: string): string => `${prefix}${name}`;

/** The name of the waiting file that an answer stands for; undefined for any other answer. */
export const waitingName = (answer: unknown): string | undefined =>
  typeof answer === 'string' && answer.startsWith(prefix) ? answer.slice(prefix.length) : undefined;
