import { observer } from 'mobx-react-lite';
import { type ComponentType, lazy, Suspense } from 'react';
import type { BlockValue } from '../../../engine/config/screen.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import { ScreenView } from '../../../engine/react/screen/ScreenView.tsx';
import { useText } from '../../../engine/react/text.tsx';
import type { RunningApp } from '../app.ts';
import type { Entry } from '../screens/entry.ts';
import { BackButton } from './BackButton.tsx';
import { StepHeader } from './StepHeader.tsx';
import { FooterLinks, Tabs } from './Tabs.tsx';

const StepHelp = lazy(() => import('./desktop/StepHelp.tsx').then((module) => ({ default: module.StepHelp })));

interface LayoutProps {
  app: RunningApp;
  entry: Entry;
}

/** The frame around a screen's blocks, by its `layout`. An unknown layout is plain. */
export function Layout(props: LayoutProps) {
  const layout = Object.hasOwn(layouts, props.entry.ticket.layout) ? props.entry.ticket.layout : 'plain';
  const Chosen = layouts[layout as keyof typeof layouts];
  return <Chosen {...props} />;
}

const layouts = { plain: Plain, tabs: Tabbed, step: Step, welcome: Welcome } as const;

function Plain({ app, entry }: LayoutProps) {
  return (
    <>
      <header className="bar">
        <BackButton onClick={() => app.navigator.back(entry.screen.loaded.definition.backTo)} />
      </header>
      <Main app={app} entry={entry} />
    </>
  );
}

function Tabbed({ app, entry }: LayoutProps) {
  return (
    <>
      <Main app={app} entry={entry} />
      {!app.services.embed && <Tabs app={app} route={entry.ticket.route} />}
    </>
  );
}

function Step({ app, entry }: LayoutProps) {
  return (
    <>
      <StepHeader app={app} entry={entry} />
      <div className="step">
        <Main app={app} entry={entry} title={StepTitle} />
        {!app.services.namespaces().device.mobile && (
          <Suspense>
            <StepHelp />
          </Suspense>
        )}
      </div>
    </>
  );
}

function Welcome({ app, entry }: LayoutProps) {
  return (
    <>
      <header className="bar bar-welcome">
        <p className="brand">{String(app.services.boot().settings.constants['brand'] ?? '')}</p>
      </header>
      <Main app={app} entry={entry} />
    </>
  );
}

interface MainProps extends LayoutProps {
  /** Shown unless the screen begins with a title of its own. */
  title?: ComponentType<{ entry: Entry }>;
}

function Main({ app, entry, title: Heading = Title }: MainProps) {
  const { above: Above } = app.product;
  return (
    <main className="main" tabIndex={-1}>
      <div className="blocks">
        {Above && <Above app={app} ticket={entry.ticket} />}
        {!hasOwnTitle(entry) && <Heading entry={entry} />}
        <ScreenView screen={entry.screen} />
      </div>
      {!app.services.embed && <FooterLinks app={app} {...entry.ticket} />}
    </main>
  );
}

const Title = observer(function Title({ entry }: { entry: Entry }) {
  const texts = useText();
  return <h1 tabIndex={-1}>{texts.t(`screens.${entry.ticket.screen}.title`)}</h1>;
});

/** A step's title is that of its form, which is more specific than the screen's. */
const StepTitle = observer(function StepTitle({ entry: { ticket, screen } }: { entry: Entry }) {
  const texts = useText();
  const asked = screen.step?.form;
  const form = asked === undefined ? undefined : withoutItem(asked);
  const key = form !== undefined && texts.has(`forms.${form}.title`) ? `forms.${form}.title` : `screens.${ticket.screen}.title`;
  const intro = `forms.${form}.intro`;
  return (
    <div className="heading">
      <h1 tabIndex={-1}>{texts.t(key)}</h1>
      {texts.has(intro) && <p className="heading-subtitle">{texts.t(intro)}</p>}
    </div>
  );
});

/** Whether the first block is a page title. */
function hasOwnTitle({ screen }: Entry): boolean {
  const isTitle = (block: BlockValue) => (block.block === 'heading' && block['level'] === 1) || block.block === 'document';
  return screen.loaded.definition.blocks.some(isTitle);
}
