import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { Button } from '../../../engine/react/parts/Button.tsx';
import { Drawing } from '../../../engine/react/parts/Drawing.tsx';
import { isRefusal } from '../../../engine/react/screen/types.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import { BackButton } from '../layouts/BackButton.tsx';
import { isNetworkFailure } from './withRetries.ts';

const kindOf = (error: unknown) => (isNetworkFailure(error) ? 'unreached' : 'failed');

/** Key of the error's title. */
export const failedTitle = (error: unknown): string => `common.${kindOf(error)}.title`;

/** Replaces a screen that failed to load: the error, a retry, and links to other pages. */
export const Failed = observer(function Failed({ app: { navigator, services }, error }: { app: RunningApp; error: unknown }) {
  const texts = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Offline there may be no texts. The picture and the icons must suffice then.
  const words = (key: string, params?: Record<string, unknown>) => (texts.has(key) ? texts.t(key, params) : '');
  const kind = kindOf(error);
  const reason = kind === 'failed' && isRefusal(error) ? words(`errors.${error.code}`, error.params) : '';
  const home = homeOf(services);
  return (
    <div className="screen" data-current="">
      <header className="bar">
        <BackButton onClick={() => navigator.back(home)} />
      </header>
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
