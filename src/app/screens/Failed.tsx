import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { Drawing } from '../../../engine/react/parts/Drawing.tsx';
import { isRefusal } from '../../../engine/react/screen/types.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import { isNetworkFailure } from './withRetries.ts';

const kindOf = (error: unknown) => (isNetworkFailure(error) ? 'unreached' : 'failed');

/** Key of the error's title. */
export const failedTitle = (error: unknown): string => `common.${kindOf(error)}.title`;

/** Replaces a screen that failed to load: the error, a retry, and the ways to other pages. */
export const Failed = observer(function Failed({ app, error }: { app: RunningApp; error: unknown }) {
  const { navigator, services } = app;
  const texts = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Offline the texts may be missing. Then the picture and the icons must suffice.
  const words = (key: string, params?: Record<string, unknown>) => (texts.has(key) ? texts.t(key, params) : '');
  const kind = kindOf(error);
  const reason = kind === 'failed' && isRefusal(error) ? words(`errors.${error.code}`, error.params) : '';
  const home = homeOf(services);
  const { above: Above } = app.product;
  const last = navigator.entries.at(-1);
  return (
    <div className="screen" data-current="">
      {Above && last && <Above app={app} ticket={last.ticket} path={navigator.path} />}
      <main className="main failed" tabIndex={-1}>
        <Drawing name={kind === 'unreached' ? 'offline' : 'sorry'} />
        <h1 ref={heading} tabIndex={-1}>
          {words(failedTitle(error))}
        </h1>
        <p>{reason || words(`common.${kind}.text`)}</p>
        <div className="failed-ways">
          <Button icon="refresh" wide busy={navigator.pending} onClick={() => void navigator.again()}>
            {words('common.retry')}
          </Button>
          {last && (
            <Button tone="secondary" icon="back" wide onClick={() => navigator.back(home)}>
              {words('common.back')}
            </Button>
          )}
          {navigator.path !== home && (
            <Button tone="secondary" icon="home" wide onClick={() => navigator.go(home)}>
              {words('common.toHome')}
            </Button>
          )}
        </div>
      </main>
    </div>
  );
});

/** The start page: the first tab, or the visitor's first page. */
function homeOf({ boot, state }: RunningApp['services']): string {
  const { navigation, settings } = boot();
  return (state.isLoggedIn ? navigation.tabs?.[0]?.route : settings.app?.start) ?? '/';
}
