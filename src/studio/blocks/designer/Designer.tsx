import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import { useFiles } from '../../files/useFiles.ts';
import type { DesignerOptions } from './definition.ts';
import { Design } from './design.ts';
import type { Schema } from './schema.ts';
import { Workshop } from './Workshop.tsx';

export const Designer = observer(function Designer({ block }: { block: BlockValue & DesignerOptions }) {
  const { screen, cel } = useScope();
  const { t } = useText();
  const session = useFiles(block);
  const [kinds, setKinds] = useState<Readonly<Record<string, Schema>>>();
  const id = String(cel(block.change));
  const { engine, host } = screen;
  useEffect(() => {
    void session.load();
    const asked = engine.call(block.metaSchemas, { id }) as Promise<{ kinds: Record<string, Schema> }>;
    asked.then(
      (answer) => setKinds(answer.kinds),
      (error: unknown) => host.react(error, {}),
    );
  }, [session, engine, host, block, id]);
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
  if (!design || !session.isLoaded) return <p className="file-nothing">{t('common.loading')}</p>;
  return <Workshop session={session} design={design} conditionOperation={block.condition} />;
});
