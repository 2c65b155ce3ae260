import { useEffect, useMemo, useState } from 'react';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { FilesSession } from '../../files/session.ts';
import { Design } from './design.ts';
import type { Schema } from './schema.ts';

type Kinds = Readonly<Record<string, Schema>>;

/** The meta-schemas for a session's files. They do not change within a session, so other pages can use them offline. */
const known = new WeakMap<FilesSession, Kinds>();

function kept(session: FilesSession, kinds: Kinds): Kinds {
  known.set(session, kinds);
  return kinds;
}

/** The files of a change with their meta-schemas. Undefined until both have loaded. */
export function useDesign(session: FilesSession, metaSchemas: string): Design | undefined {
  const { engine, host } = useScope().screen;
  const [kinds, setKinds] = useState(known.get(session));
  useEffect(() => {
    void session.load();
    if (known.has(session)) return;
    const asked = engine.call(metaSchemas, { id: session.change }) as Promise<{ kinds: Kinds }>;
    asked.then(
      (answer) => setKinds(kept(session, answer.kinds)),
      (error: unknown) => host.react(error, {}),
    );
  }, [session, engine, host, metaSchemas]);
  const design = useMemo(
    () =>
      kinds &&
      new Design(
        {
          get paths() {
            return session.paths;
          },
          text: (path) => session.text(path),
        },
        kinds,
      ),
    [session, kinds],
  );
  return session.isLoaded ? design : undefined;
}
