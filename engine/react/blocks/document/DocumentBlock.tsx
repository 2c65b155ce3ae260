import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useScope } from '../../screen/scope.tsx';
import { Trouble } from '../../screen/Trouble.tsx';
import { useText } from '../../text.tsx';
import type { DocumentOptions } from './definition.ts';
import { Markdown } from './Markdown.tsx';

/** Every server of the engine has this operation. */
const operation = 'documents.get';

interface Loaded {
  language: string;
  markdown: string;
}

export const DocumentBlock = observer(function DocumentBlock({ block }: { block: BlockValue & DocumentOptions }) {
  const { screen } = useScope();
  const texts = useText();
  const { document } = block;
  const { language } = texts;
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let wanted = true;
    setError(undefined);
    screen.engine
      .call(operation, { document, language })
      .then((answer) => wanted && setLoaded(answer as Loaded))
      .catch((reason: unknown) => wanted && setError(reason));
    return () => {
      wanted = false;
    };
  }, [screen, document, language, attempt]);

  useEffect(() => (error === undefined ? undefined : screen.host.onOnline(() => setAttempt((count) => count + 1))), [screen, error]);

  if (error !== undefined) return <Trouble error={error} onRetry={() => setAttempt(attempt + 1)} />;
  if (!loaded) return <Skeleton lines={8} first />;
  return (
    <article className="document" lang={loaded.language}>
      <Markdown text={loaded.markdown} onNavigate={(path) => screen.engine.navigate(path)} />
    </article>
  );
});
