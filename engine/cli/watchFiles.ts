import { existsSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { folders, projectConfigFile } from './sources.ts';

/** Editors save in several steps; what comes within this time is one save. */
const settleMs = 20;

/**
 * Calls back after each save below the folders of a configuration, until the signal ends it.
 *
 * @param root folder that holds schemas/, flows/ and locales/
 */
export function watchFiles(root: string, changed: () => void, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, settleMs);
  };
  const watchers: FSWatcher[] = folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) => watch(folder, { recursive: true }, soon));
  watchers.push(watch(root, (_, name) => (name === projectConfigFile ? soon() : undefined)));
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
