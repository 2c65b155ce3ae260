import { useLayoutEffect, useMemo } from 'react';
import { BrowserRouter, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { EngineProvider } from '../../engine/react/engine-context.tsx';
import { IconsContext } from '../../engine/react/parts/icons.ts';
import { HostProvider } from '../../engine/react/screen/host.tsx';
import type { RunningApp } from './app.ts';
import { Feedback } from './feedback/Feedback.tsx';
import { Shell } from './layouts/Shell.tsx';
import { ScreenStack } from './screens/ScreenStack.tsx';
import type { Arrival } from './screens/navigator.ts';

/** The whole app: providers, router, screens, messages. */
export function App({ app }: { app: RunningApp }) {
  return (
    <IconsContext value={app.product.icons}>
      <EngineProvider value={app.engine}>
        <HostProvider value={app.host}>
          {/* A URL change renders nothing by itself, so a transition would only delay the navigation. */}
          <BrowserRouter useTransitions={false} basename={app.base}>
            <Addresses app={app} />
          </BrowserRouter>
          <Shell app={app}>
            <ScreenStack app={app} />
          </Shell>
          <Feedback store={app.services.feedback} />
        </HostProvider>
      </EngineProvider>
    </IconsContext>
  );
}

const kinds: Readonly<Record<string, Arrival['kind']>> = { PUSH: 'push', REPLACE: 'replace', POP: 'pop' };

/**
 * One catch-all route, because the release maps URLs to screens. It is a separate component, so that a navigation re-renders nothing else.
 */
function Addresses({ app: { navigator } }: { app: RunningApp }) {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  const type = useNavigationType();
  const arrival = useMemo<Arrival>(
    () => ({ path: pathname, search, kind: kinds[type] ?? 'push' }),
    // The key distinguishes two visits to the same URL.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [pathname, search, type, key],
  );

  useLayoutEffect(() => {
    navigator.connect((to, options) => void (typeof to === 'number' ? navigate(to) : navigate(to, options)));
  }, [navigator, navigate]);
  useLayoutEffect(() => void navigator.arrive(arrival), [navigator, arrival]);
  return null;
}
