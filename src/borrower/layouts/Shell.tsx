import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { BorrowerApp } from '../app.ts';
import { shownScreen } from '../screens/shownScreen.ts';

/** Around all screens: the way past the header, the offline line, and on a desktop the panel beside the column (G01). */
export const Shell = observer(function Shell({ app, children }: { app: BorrowerApp; children: ReactNode }) {
  const { services } = app;
  const texts = useText();
  const device = services.namespaces().device;
  return (
    <div className="shell" data-layout={device.mobile ? 'mobile' : 'desktop'}>
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
      {!device.mobile && app.navigator.current && <Aside app={app} />}
      <div className="column" id="main">
        <Connection app={app} />
        {children}
      </div>
    </div>
  );
});

/** That the network is gone, and what waits for it. */
const Connection = observer(function Connection({ app: { services, navigator } }: { app: BorrowerApp }) {
  const texts = useText();
  const waits = (navigator.current?.screen.flow?.session.pending.length ?? 0) > 0;
  if (!waits && services.network.online) return null;
  return (
    <output className={waits ? 'offline waiting' : 'offline'}>
      <Icon name={waits ? 'clock' : 'alert'} />
      {texts.t(waits ? 'common.blocks.form.waitingToSend' : 'common.offline')}
    </output>
  );
});

/** What a wide window has room for: who we are, and where help is (G14). */
const Aside = observer(function Aside({ app }: { app: BorrowerApp }) {
  const texts = useText();
  const { constants } = app.services.boot().settings;
  return (
    <aside className="aside">
      <p className="aside-brand">{String(constants['brand'] ?? '')}</p>
      <p className="aside-text">{texts.t('common.aside.text')}</p>
      <p className="aside-support">{texts.t('common.aside.support')}</p>
    </aside>
  );
});
