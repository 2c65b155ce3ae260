import { existsSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** An editor writes a file in several steps. This delay merges them. */
const debounceMs = 50;

/**
 * Calls `changed` after saves below the folders have settled, one call at a time.
 *
 * It watches directories instead of files. Editors replace a file by renaming another over it, and Node's recursive watcher on Linux keeps
 * watching the old file, so it misses the second save.
 *
 * @returns a function that stops watching
 */
export function watchFolders(roots: readonly string[], changed: () => Promise<void>): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      follow();
      running = running.then(changed);
    }, debounceMs);
  };
  const follow = () => {
    const present = new Set(roots.flatMap(directoriesBelow));
    for (const directory of present)
      if (!watchers.has(directory)) watchers.set(directory, watch(directory, onChange).on('error', onChange));
    for (const [directory, watcher] of watchers) {
      if (present.has(directory)) continue;
      watcher.close();
      watchers.delete(directory);
    }
  };
  follow();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Skips a folder that is briefly missing (a checkout). The next change finds it again. */
function directoriesBelow(root: string): string[] {
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return [root, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))];
}
