import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useText } from '../text.tsx';
import { Blocks } from './Blocks.tsx';
import { ScopeProvider } from './scope.tsx';
import type { ScreenModel } from './screenModel.ts';

/** Renders the blocks of a screen and loads its data while it is visible. The app adds the layout. */
export function ScreenView({ screen }: { screen: ScreenModel }) {
  useEffect(() => screen.data.start(), [screen]);
  return (
    <ScopeProvider screen={screen}>
      <Blocks blocks={screen.loaded.definition.blocks} areAll />
      <Loading screen={screen} />
    </ScopeProvider>
  );
}

/** Faster responses need no announcement. */
const slowMs = 500;

/** Announces loading for all skeletons. It is always mounted, because a live region announces only changes of its text. */
const Loading = observer(function Loading({ screen: { data } }: { screen: ScreenModel }) {
  const texts = useText();
  const awaited = data.names.some((name) => data.isAwaited(name));
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!awaited) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [awaited]);
  return <output className="visually-hidden">{awaited && isSlow && texts.t('common.loading')}</output>;
});
