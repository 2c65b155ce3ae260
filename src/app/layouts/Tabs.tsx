import { observer } from 'mobx-react-lite';
import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';

interface TabsProps {
  app: RunningApp;
  /** Route of the visible screen. */
  route: string;
}

/** The footer navigation of flows/navigation.json. */
export const Tabs = observer(function Tabs({ app, route }: TabsProps) {
  const texts = useText();
  return (
    <nav className="tabs" aria-label={texts.t('common.navigation.label')}>
      <TabLinks app={app} route={route} className="tabs-tab" />
    </nav>
  );
});

/** Navigation links, for the footer on a phone and the side of a desktop. */
export const TabLinks = observer(function TabLinks({ app: { services, navigator }, route, className }: TabsProps & { className: string }) {
  const texts = useText();
  return services.boot().navigation.tabs.map((tab) => (
    <a
      key={tab.route}
      href={tab.route}
      className={className}
      {...(tab.route === route ? { 'aria-current': 'page' as const } : {})}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigator.go(tab.route);
      }}
    >
      <span className="tab-icon">
        <Icon name={tab.icon} />
      </span>
      <span>{texts.t(`common.navigation.${tab.key}`)}</span>
    </a>
  ));
});
