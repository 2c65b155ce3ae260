import { observer } from 'mobx-react-lite';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import type { Entry } from '../screens/entry.ts';
import { shownScreen } from '../screens/shownScreen.ts';

const SideNav = lazy(() => import('./desktop/SideNav.tsx').then((module) => ({ default: module.SideNav })));
const Panel = lazy(() => import('./desktop/Panel.tsx').then((module) => ({ default: module.Panel })));

/** The frame around all screens: the skip link, the offline banner, and on a desktop the side panel (G01). */
export const Shell = observer(function Shell({ app, children }: { app: RunningApp; children: ReactNode }) {
  const { services } = app;
  const texts = useText();
  const device = services.namespaces().device;
  const last = useRef<Entry>(undefined);
  // The surroundings of a screen stay in place when the next screen cannot be loaded.
  const current = (last.current = app.navigator.current ?? last.current);
  const inside = services.state.isLoggedIn && current?.ticket.layout !== 'welcome';
  const Beside = inside ? SideNav : Panel;
  return (
    <div className="shell" data-layout={device.mobile ? 'mobile' : 'desktop'} data-frame={inside ? 'inside' : 'outside'}>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          shownScreen()?.querySelector<HTMLElement>('main')?.focus();
        }}
      >
        {texts.t('common.skip')}
      </a>
      {!device.mobile && current && (
        <Suspense>
          <Beside app={app} />
        </Suspense>
      )}
      <div className="column" id="main">
        <Connection app={app} />
        {children}
      </div>
    </div>
  );
});

/** Delay before a slow save is reported as waiting. */
const waitingAfterMs = 4000;

/** Shows that the network is gone and what waits for it. A save in progress does not move the screen. */
const Connection = observer(function Connection({ app: { services, navigator } }: { app: RunningApp }) {
  const texts = useText();
  const waits = (navigator.current?.screen.flow?.session.pending.length ?? 0) > 0;
  const { online } = services.network;
  const waitsLong = useLasting(waits, waitingAfterMs);
  // The failure screen already says so.
  if ((online && !waitsLong) || navigator.view.status === 'failed') return null;
  return (
    <output className={waits ? 'offline waiting' : 'offline'}>
      <Icon name={waits ? 'clock' : 'alert'} />
      {texts.t(waits ? 'common.blocks.form.waitingToSend' : 'common.offline')}
    </output>
  );
});

/** Whether `is` has been true for `ms`. */
function useLasting(is: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is, ms]);
  return is && lasts;
}
