import { observer } from 'mobx-react-lite';
import { useText } from '../../../../engine/react/text.tsx';
import type { RunningApp } from '../../app.ts';
import { TabLinks } from '../Tabs.tsx';
import '../../../styles/desktop.css';

/** Desktop counterpart of the footer: the same links, always visible, and help (G14). */
export const SideNav = observer(function SideNav({ app }: { app: RunningApp }) {
  const texts = useText();
  const brand = String(app.services.boot().settings.constants['brand'] ?? '');
  return (
    <aside className="side" aria-label={brand}>
      <p className="brand">{brand}</p>
      <nav className="side-tabs" aria-label={texts.t('common.navigation.label')}>
        <TabLinks app={app} className="side-tab" route={app.navigator.current?.ticket.route ?? ''} />
      </nav>
      <p className="side-support">{texts.t('common.aside.support')}</p>
    </aside>
  );
});
