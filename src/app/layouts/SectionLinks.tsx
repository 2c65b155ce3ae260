import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { routeWith } from '../../../engine/flow/places.ts';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import type { Entry } from '../screens/entry.ts';
import { mayOpen } from '../screens/rules.ts';
import { AppLink } from './Tabs.tsx';

interface SectionLinksProps {
  app: RunningApp;
  /** Its parameters identify the subject of the section. */
  ticket: Entry['ticket'];
  /** Path of the page that was requested but cannot be loaded. */
  path?: string | undefined;
}

/** Links between the pages on one subject (`sections` of flows/navigation.json), shown on each of these pages. */
export const SectionLinks = observer(function SectionLinks({
  app,
  ticket: { route: own, params },
  path = routeWith(own, params),
}: SectionLinksProps) {
  const { services } = app;
  const texts = useText();
  const row = useRef<HTMLElement>(null);
  const section = services.boot().navigation.sections?.find(({ links }) => links.some(({ route }) => routeWith(route, params) === path));
  const { operations } = services.namespaces().session;
  const links = section?.links.filter((link) => mayOpen(link, operations as string[] | undefined)) ?? [];
  useEffect(() => {
    // On a phone, some links are scrolled out of view. The links appear when the session is loaded.
    const { current: nav } = row;
    const link = nav?.querySelector<HTMLElement>('[aria-current]');
    if (nav && link)
      nav.scrollLeft += link.getBoundingClientRect().x - nav.getBoundingClientRect().x - (nav.clientWidth - link.offsetWidth) / 2;
  }, [path, links.length]);
  if (!section || links.length === 0) return null;
  return (
    <nav ref={row} className="section-links" aria-label={texts.t(`common.navigation.${section.key}`)}>
      {links.map(({ route, key }) => (
        <AppLink key={route} app={app} to={routeWith(route, params)} isCurrent={routeWith(route, params) === path}>
          {texts.t(`common.navigation.${key}`)}
        </AppLink>
      ))}
    </nav>
  );
});
