import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useText } from '../text.tsx';
import { Blocks } from './Blocks.tsx';
import { ScopeProvider } from './scope.tsx';
import type { ScreenModel } from './screenModel.ts';

/** The blocks of a screen, and its data while it is in sight. The layout around it is the app's. */
export function ScreenView({ screen }: { screen: ScreenModel }) {
  useEffect(() => screen.data.start(), [screen]);
  return (
    <ScopeProvider screen={screen}>
      <Blocks blocks={screen.loaded.definition.blocks} areAll />
      <Loading screen={screen} />
    </ScopeProvider>
  );
}

/** Data that comes sooner is not worth a word. */
const slowMs = 500;

/** Says for all skeletons that something is loading. It always stands there: a live region is heard when its text changes. */
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
