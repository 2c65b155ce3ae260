import { existsSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { folders, projectConfigFile } from './sources.ts';

/** Editors save in several steps. Events within this time count as one save (debounce). */
const settleMs = 20;

/**
 * Calls back with the saved paths after each save in the configuration, until the signal aborts.
 *
 * @param root folder that contains schemas/, flows/ and locales/
 */
export function watchFiles(root: string, saved: (paths: readonly string[]) => void, signal: AbortSignal): Promise<void> {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    saved([...paths]);
    paths.clear();
  };
  const soon = (path: string) => {
    paths.add(path);
    clearTimeout(timer);
    timer = setTimeout(flush, settleMs);
  };
  const watchers: FSWatcher[] = folders
    .filter((folder) => existsSync(join(root, folder)))
    // Without a file name, any file of the folder may have changed.
    .map((folder) => watch(join(root, folder), { recursive: true }, (_, name) => soon(name === null ? folder : within(folder, name))));
  watchers.push(watch(root, (_, name) => (name === projectConfigFile ? soon(name) : undefined)));
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const each of watchers) each.close();
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

const within = (folder: string, name: string) => `${folder}/${name.replaceAll('\\', '/')}`;
