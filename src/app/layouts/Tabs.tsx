import { observer } from 'mobx-react-lite';
import type { MouseEvent } from 'react';
import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import { mayOpen } from '../screens/rules.ts';

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
export const TabLinks = observer(function TabLinks({
  app: { base, services, navigator },
  route,
  className,
}: TabsProps & { className: string }) {
  const texts = useText();
  const { operations } = services.namespaces().session;
  const tabs = services.boot().navigation.tabs.filter((tab) => mayOpen(tab, operations as string[] | undefined));
  return tabs.map((tab) => (
    <a
      key={tab.route}
      href={base + tab.route}
      className={className}
      {...(tab.route === route ? { 'aria-current': 'page' as const } : {})}
      onClick={followed(() => navigator.go(tab.route))}
    >
      <span className="tab-icon">
        <Icon name={tab.icon} />
      </span>
      <span>{texts.t(`common.navigation.${tab.key}`)}</span>
    </a>
  ));
});

/** The links of flows/navigation.json that a layout shows below its content. */
export const FooterLinks = observer(function FooterLinks({
  app: { base, services, navigator },
  route,
  layout,
}: TabsProps & { layout: string }) {
  const texts = useText();
  const links = (services.boot().navigation.links ?? []).filter(({ layouts }) => layouts?.some((each) => each === layout) ?? true);
  const others = links.filter((link) => link.route !== route);
  if (others.length === 0) return null;
  return (
    <footer className="footer-links">
      {others.map((link) => (
        <a key={link.route} href={base + link.route} onClick={followed(() => navigator.go(link.route))}>
          {texts.t(`common.navigation.${link.key}`)}
        </a>
      ))}
    </footer>
  );
});

/** Goes there inside the app, unless the person wants a tab of its own. */
const followed = (go: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go();
};
