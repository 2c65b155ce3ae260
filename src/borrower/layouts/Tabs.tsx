import { observer } from 'mobx-react-lite';
import { Icon } from '../../../engine/react/parts/Icon.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { BorrowerApp } from '../app.ts';

/** The footer navigation of flows/navigation.json. */
export const Tabs = observer(function Tabs({ app: { services, navigator }, route }: { app: BorrowerApp; route: string }) {
  const texts = useText();
  const { tabs } = services.boot().navigation;
  return (
    <nav className="tabs" aria-label={texts.t('common.navigation.label')}>
      {tabs.map((tab) => (
        <a
          key={tab.route}
          href={tab.route}
          className="tabs-tab"
          {...(tab.route === route ? { 'aria-current': 'page' as const } : {})}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            navigator.go(tab.route);
          }}
        >
          <Icon name={tab.icon} />
          <span>{texts.t(`common.navigation.${tab.key}`)}</span>
        </a>
      ))}
    </nav>
  );
});
