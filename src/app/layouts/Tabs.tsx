import { observer } from 'mobx-react-lite';
import type { MouseEvent, ReactNode } from 'react';
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
export const TabLinks = observer(function TabLinks({ app, route, className }: TabsProps & { className: string }) {
  const texts = useText();
  const { services } = app;
  const { operations } = services.namespaces().session;
  const tabs = services.boot().navigation.tabs.filter((tab) => mayOpen(tab, operations as string[] | undefined));
  return tabs.map((tab) => (
    <AppLink key={tab.route} app={app} to={tab.route} className={className} isCurrent={tab.route === route}>
      <span className="tab-icon">
        <Icon name={tab.icon} />
      </span>
      <span>{texts.t(`common.navigation.${tab.key}`)}</span>
    </AppLink>
  ));
});

/** The links of flows/navigation.json that a layout shows below its content. */
export const FooterLinks = observer(function FooterLinks({ app, route, layout }: TabsProps & { layout: string }) {
  const texts = useText();
  const links = app.services
    .boot()
    .navigation.links?.filter((link) => link.route !== route && (link.layouts?.some((each) => each === layout) ?? true));
  if (!links?.length) return null;
  return (
    <footer className="footer-links">
      {links.map((link) => (
        <AppLink key={link.route} app={app} to={link.route}>
          {texts.t(`common.navigation.${link.key}`)}
        </AppLink>
      ))}
    </footer>
  );
});

interface AppLinkProps {
  app: RunningApp;
  to: string;
  className?: string;
  /** Whether it links to the visible screen. */
  isCurrent?: boolean;
  children: ReactNode;
}

/** Navigates inside the app, unless the person opens the link in a new tab. */
export function AppLink({ app: { base, navigator }, to, isCurrent, className, children }: AppLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigator.go(to);
  };
  return (
    <a href={base + to} className={className} onClick={follow} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}
