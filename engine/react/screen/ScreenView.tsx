import { useEffect } from 'react';
import { Blocks } from './Blocks.tsx';
import { ScopeProvider } from './scope.tsx';
import type { ScreenModel } from './screenModel.ts';

/** The blocks of a screen, and its data while it is in sight. The layout around it is the app's. */
export function ScreenView({ screen }: { screen: ScreenModel }) {
  useEffect(() => screen.data.start(), [screen]);
  return (
    <ScopeProvider screen={screen}>
      <Blocks blocks={screen.loaded.definition.blocks} areAll />
    </ScopeProvider>
  );
}
