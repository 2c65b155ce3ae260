import { existsSync, readdirSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** An editor writes a file in several steps; they are taken as one. */
const debounceMs = 50;

/**
 * Calls `changed` once things are quiet again after a save below one of the folders; one call at a time.
 *
 * Watches directories, not files: editors replace a file by renaming another over it, and Node's recursive watcher on
 * Linux holds on to the file that was (a second save is then not noticed).
 *
 * @returns a function that ends it
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

/** A folder that is away for a moment (a checkout) is looked for again at the next change. */
function directoriesBelow(root: string): string[] {
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return [root, ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))];
}
