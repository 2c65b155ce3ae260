import type { WaitingFiles } from '../../../engine/react/waitingFiles.ts';
import type { WaitingFilesOptions } from './waitingFiles.ts';

/** Loads the store of waiting files with the first upload: a visitor needs none. */
export function lazyWaitingFiles(options: WaitingFilesOptions): WaitingFiles {
  let opened: Promise<WaitingFiles> | undefined;
  const use = <T>(work: (files: WaitingFiles) => Promise<T>): Promise<T> => {
    opened ??= import('./waitingFiles.ts').then(({ createWaitingFiles }) => createWaitingFiles(options));
    // Without a network the code may be missing, so the next use tries again.
    opened.catch(() => (opened = undefined));
    return opened.then(work);
  };
  return {
    keep: (name, waiting) => use((files) => files.keep(name, waiting)),
    load: (name) => use((files) => files.load(name)),
    drop: (name) => use((files) => files.drop(name)),
    isOnline: options.isOnline,
    onOnline: options.onOnline,
  };
}
