import { useEffect, useMemo } from 'react';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import type { FileOptions } from './options.ts';
import { type FilesApi, FilesSession } from './session.ts';

/** One session for a change and a page: its blocks share it, and what can be undone outlives a visit to another screen. */
const sessions = new WeakMap<object, Map<string, FilesSession>>();

/** The files of the change that a block names in its options (`fileOptions`). */
export function useFiles(block: FileOptions): FilesSession {
  const { screen, cel } = useScope();
  const { engine, host } = screen;
  const id = String(cel(block.change));
  const session = useMemo(() => {
    const call = (operation: string, input: object) => engine.call(operation, { id, ...input }) as never;
    const api: FilesApi = {
      files: () => call(block.files, {}),
      texts: () => call(block.texts, {}),
      open: (path) => call(block.file, { path }),
      save: (path, basedOn, text, settle) => call(block.save, { path, basedOn, text, ...(settle && { settle }) }),
      problems: () => call(block.problems, {}),
    };
    const known = sessions.get(engine) ?? new Map<string, FilesSession>();
    sessions.set(engine, known);
    const shared = known.get(id) ?? new FilesSession(id, api, (error) => host.react(error, {}));
    known.set(id, shared);
    return shared;
  }, [id, engine, host, block]);
  useEffect(() => {
    session.start();
    return () => session.stop();
  }, [session]);
  return session;
}
