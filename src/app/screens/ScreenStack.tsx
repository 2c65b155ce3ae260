import { observer } from 'mobx-react-lite';
import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '../../../engine/react/afterPaint.ts';
import type { BlockValue } from '../../../engine/config/screen.ts';
import { CardSkeleton, Skeleton } from '../../../engine/react/parts/Skeleton.tsx';
import { type Texts, useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import { Layout } from '../layouts/Layout.tsx';
import type { Entry } from './entry.ts';
import { followHeading, placeFocus } from './screenFocus.ts';
import { restoreScroll } from './screenPosition.ts';
import { Failed, failedTitle } from './Failed.tsx';
import type { View } from './navigator.ts';

const elementId = ({ key }: Entry) => `screen-${key}`;

/** The visible screen, and the hidden ones that are kept alive (G02). */
export const ScreenStack = observer(function ScreenStack({ app }: { app: RunningApp }) {
  const { view, entries, current } = app.navigator;
  useAfterNavigation(view, app);
  return (
    <>
      {view.status === 'failed' && <Failed app={app} error={view.error} />}
      {view.status === 'loading' && <Loading />}
      {entries.map((entry) => (
        <Activity key={entry.key} mode={entry === current ? 'visible' : 'hidden'}>
          <div
            className="screen"
            id={elementId(entry)}
            data-screen={entry.ticket.screen}
            {...(isWide(entry) ? { 'data-wide': '' } : {})}
            {...(entry === current ? { 'data-current': '' } : {})}
          >
            <Layout app={app} entry={entry} key={entry.ticket.definition} />
          </div>
        </Activity>
      ))}
      <PendingBar app={app} />
    </>
  );
});

/** Whether blocks may stand side by side. Read from the JSON, so that the width does not change when data arrives. */
function isWide({ screen }: Entry): boolean {
  const has = (block: BlockValue): boolean =>
    block['look'] === 'columns' || (Array.isArray(block['blocks']) && (block['blocks'] as BlockValue[]).some(has));
  return screen.loaded.definition.blocks.some(has);
}

/** After each navigation: sets the page title, the focus for screen readers, and the scroll position. */
function useAfterNavigation(view: View, { services: { texts, boot } }: RunningApp): void {
  const before = useRef<View>(undefined);
  const title = titleOf(view, texts);
  const brand = String(boot().settings.constants['brand'] ?? '');
  useEffect(() => {
    if (title !== undefined) document.title = brand ? `${title} · ${brand}` : title;
  }, [title, brand]);
  useLayoutEffect(() => {
    const isFirst = before.current === undefined || before.current.status === 'loading';
    if (view === before.current) return undefined;
    before.current = view;
    if (view.status !== 'ready') return undefined;
    const { entry, kind } = view;
    const stopScrolling = restoreScroll(kind === 'pop' || entry.ticket.keepAlive ? entry.position.scrollY : 0);
    let stopFollowing: (() => void) | undefined;
    const stopFocusing = afterPaint(() => {
      // Find the screen by id: a screen that was just hidden re-renders later and has data-current until then.
      const screen = document.getElementById(elementId(entry));
      if (!screen) return;
      if (!isFirst) placeFocus(screen, kind === 'pop' ? entry.position : undefined);
      stopFollowing = followHeading(screen, isFirst);
    });
    return () => {
      stopScrolling();
      stopFocusing();
      stopFollowing?.();
    };
  }, [view]);
}

function titleOf(view: View, texts: Texts): string | undefined {
  if (view.status === 'ready') return texts.t(`screens.${view.entry.ticket.screen}.title`);
  const key = view.status === 'failed' ? failedTitle(view.error) : '';
  return texts.has(key) ? texts.t(key) : undefined;
}

/** A component of its own, so that starting a navigation re-renders no screen. */
const PendingBar = observer(function PendingBar({ app: { navigator } }: { app: RunningApp }) {
  return navigator.pending && navigator.entries.length > 0 ? <Pending /> : null;
});

const slowMs = 180;

/** Progress bar that appears only when the next screen is slow. */
function Pending() {
  const texts = useText();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <output className="pending">
      <span className="visually-hidden">{texts.t('common.loading')}</span>
    </output>
  );
}

function Loading() {
  return (
    <div className="screen">
      <main className="main" aria-busy="true">
        <div className="blocks">
          <Skeleton lines={1} />
          <CardSkeleton />
        </div>
      </main>
    </div>
  );
}
