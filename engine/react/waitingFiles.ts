/** A file on this device that waits for its upload, and its purpose. */
export interface WaitingFile {
  file: Blob;
  purpose: string;
}

/** Files on this device that wait for a connection. They are encrypted, and deleted after the upload or on logout. */
export interface WaitingFiles {
  /**
   * Stores a file as soon as it is ready. Resolves with false if the file is too large or the device is full. Requests for one name
   * run in order, so loading a file waits until it is stored.
   */
  keep: (name: string, waiting: WaitingFile | Promise<WaitingFile>) => Promise<boolean>;
  load: (name: string) => Promise<WaitingFile | undefined>;
  drop: (name: string) => Promise<void>;
  isOnline: () => boolean;
  /** Calls back when the connection returns. Call the returned function to stop. */
  onOnline: (listener: () => void) => () => void;
}

const prefix = 'device:';

/**
 * Returns the placeholder answer for a waiting file. Whoever sends the answers later uploads the file first and replaces the
 * placeholder with its id.
 */
export const deviceFile = (name: string): string => `${prefix}${name}`;

/** Returns the name in a placeholder answer, or undefined for any other answer. */
export const waitingName = (answer: unknown): string | undefined =>
  typeof answer === 'string' && answer.startsWith(prefix) ? answer.slice(prefix.length) : undefined;
