import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useId, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { Blocks } from '../../screen/Blocks.tsx';
import { AppLink } from '../../parts/AppLink.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { SegmentsOptions } from './definition.ts';

type Segment = SegmentsOptions['items'][number];
type Link = Extract<Segment, { go: string }>;
type Tab = Extract<Segment, { name: string }>;

export const Segments = observer(function Segments({ block }: { block: BlockValue & SegmentsOptions }) {
  const { holds } = useScope();
  const { items } = block;
  const shown = items.filter(({ when }) => holds(when));
  const tabs = shown.filter((item) => 'name' in item);
  return tabs.length > 0 ? <Tabs block={block} tabs={tabs} /> : <Links block={block} links={shown.filter((item) => 'go' in item)} />;
});

/** Each segment is a screen, so these are links, one of them to the current page. */
const Links = observer(function Links({ block, links }: { block: BlockValue & SegmentsOptions; links: Link[] }) {
  const { screen, text } = useScope();
  const { label } = block;
  return (
    <nav className="segments" aria-label={text(label)}>
      {links.map((link) => (
        <AppLink
          key={link.text.key}
          className="segment"
          to={link.go}
          aria-current={screen.place.path === link.go.split('?')[0] ? 'page' : undefined}
        >
          <Caption segment={link} />
        </AppLink>
      ))}
    </nav>
  );
});

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Parts of this screen as tabs of the ARIA practices: one tab stop, arrow keys to choose. */
const Tabs = observer(function Tabs({ block, tabs }: { block: BlockValue & SegmentsOptions; tabs: Tab[] }) {
  const { cel, run, text } = useScope();
  const { label, start } = block;
  const id = useId();
  const [picked, setPicked] = useState<string>();
  const wanted = picked ?? (start === undefined ? undefined : cel(start));
  const chosen = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  const pick = (tab: Tab) => {
    setPicked(tab.name);
    if (tab.do) void run(tab.do);
  };
  const idOf = (tab: Tab) => `${id}-${tab.name}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || !chosen) return;
    event.preventDefault();
    const at = tabs.indexOf(chosen) + step;
    const next = tabs[Number.isFinite(step) ? (at + tabs.length) % tabs.length : step < 0 ? 0 : tabs.length - 1];
    if (!next) return;
    pick(next);
    document.getElementById(idOf(next))?.focus();
  };

  return (
    <div className="segments-block">
      <div className="segments" role="tablist" aria-label={text(label)} tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            className="segment"
            role="tab"
            id={idOf(tab)}
            aria-selected={tab === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => pick(tab)}
          >
            <Caption segment={tab} />
          </button>
        ))}
      </div>
      {chosen && (
        <div key={chosen.name} className="group" role="tabpanel" id={`${id}-panel`} aria-labelledby={idOf(chosen)}>
          <Blocks blocks={chosen.blocks as BlockValue[]} />
        </div>
      )}
    </div>
  );
});

const Caption = observer(function Caption({ segment }: { segment: Segment }) {
  const { cel, text } = useScope();
  const { formats } = useText();
  const count = segment.count === undefined ? undefined : cel(segment.count);
  return (
    <>
      {text(segment.text)}
      {typeof count === 'number' && <span className="segment-count">{formats.number(count)}</span>}
    </>
  );
});
