import { reaction } from 'mobx';
import { useEffect, useMemo } from 'react';
import { useScope } from '../../../engine/react/screen/scope.tsx';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';
import type { FileOptions } from './options.ts';
import { ownerIn, personIn } from './owner.ts';
import { type FilesApi, FilesSession } from './session.ts';

/** One session per change and page. Its blocks share it, and its undo history survives a visit to another screen, but not a logout. */
const sessions = new WeakMap<object, Map<string, FilesSession>>();

function sessionsOf(engine: object, host: ScreenHost): Map<string, FilesSession> {
  const known = sessions.get(engine);
  if (known) return known;
  const own = new Map<string, FilesSession>();
  sessions.set(engine, own);
  reaction(
    () => personIn(host),
    () => own.clear(),
  );
  return own;
}

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
    const known = sessionsOf(engine, host);
    const shared = known.get(id) ?? new FilesSession({ change: id, owner: ownerIn(host) }, api, (error) => host.react(error, {}));
    known.set(id, shared);
    return shared;
  }, [id, engine, host, block]);
  useEffect(() => {
    session.start();
    const stopListening = host.onOnline(() => session.comeBack());
    return () => {
      stopListening();
      session.stop();
    };
  }, [session, host]);
  return session;
}
