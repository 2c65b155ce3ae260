import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Preview, Touched } from '../../../../server/contract/staff/preview.ts';
import { Frame } from '../preview/Frame.tsx';
import { sizes } from '../preview/sizes.ts';
import { useSession } from '../preview/useSession.ts';
import type { ReviewScreensOptions } from './definition.ts';
import { Turns } from './turns.ts';

type Screen = Touched['screens'][number];

export const ReviewScreens = observer(function ReviewScreens({ block }: { block: BlockValue & ReviewScreensOptions }) {
  const { cel, screen } = useScope();
  const { t } = useText();
  const [turns] = useState(() => new Turns());
  const [isPicking, setPicking] = useState(false);
  const touched = cel(block.touched) as Touched;
  const word = (name: string, values = {}) => t(`common.blocks.reviewScreens.${name}`, values);
  const change = String(cel(block.change));
  const version = String(cel(block.version));
  const comment = (file: string | undefined, at?: string) => {
    setPicking(false);
    // The field belongs to the place named in the URL, so it must exist before it gets the focus.
    flushSync(() => setQuery(screen, { file, at }));
    document.querySelector<HTMLElement>('.comments-new textarea')?.focus();
  };
  if (!touched.isSound) return <p>{word('faulty')}</p>;
  return (
    <div className="review-screens">
      {touched.isEverywhere && <p>{word('everywhere')}</p>}
      {touched.screens.length === 0 && !touched.isEverywhere && <p>{word('none')}</p>}
      {touched.screens.length > 0 && (
        <div className="preview-switches">
          <label>
            <input type="checkbox" checked={isPicking} onChange={({ target }) => setPicking(target.checked)} /> {word('pick')}
          </label>
          {isPicking && <output>{word('picking')}</output>}
        </div>
      )}
      {touched.screens.map((each) => (
        <section key={each.id} aria-label={each.title}>
          <h3>
            {each.title} <small>{word(each.is)}</small>
          </h3>
          {each.file !== undefined && (
            <Button tone="quiet" onClick={() => comment(each.file)}>
              {word('comment')}
            </Button>
          )}
          <Sides
            touched={each}
            wanted={JSON.stringify([change, version, each.id])}
            switches={{ isPicking, isOffline: false }}
            ask={(side, entry) =>
              turns.take(async () => (await screen.engine.call(block.preview, { id: change, side, ...entry })) as Preview)
            }
            onPicked={({ file, pointer }) => comment(file, pointer)}
            onDone={() => setPicking(false)}
          />
        </section>
      ))}
    </div>
  );
});

interface SidesProps {
  touched: Screen;
  wanted: string;
  switches: { isPicking: boolean; isOffline: boolean };
  ask: (side: 'before' | 'after', entry: object) => Promise<Preview>;
  onPicked: (place: { file: string; pointer: string }) => void;
  onDone: () => void;
}

/** The frames of one screen, loaded once it scrolls into view. */
function Sides({ touched: { is, route, at }, wanted, ask, ...more }: SidesProps) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true));
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen]);
  const entry = at ? { at } : route === undefined ? undefined : { route };
  if (!entry) return <p>{t('common.blocks.reviewScreens.notAlone')}</p>;
  const sides = (['before', 'after'] as const).filter(
    (side) => !(side === 'before' && is === 'added') && !(side === 'after' && is === 'removed'),
  );
  return (
    <div ref={place} className="preview-sides">
      {isSeen &&
        sides.map((side) => (
          <Side key={`${side} ${wanted}`} side={side} wanted={wanted} ask={(isFirst) => ask(side, isFirst ? entry : {})} {...more} />
        ))}
    </div>
  );
}

interface SideProps extends Omit<SidesProps, 'touched' | 'ask'> {
  side: 'before' | 'after';
  ask: (isFirst: boolean) => Promise<Preview>;
}

function Side({ side, wanted, ask, ...more }: SideProps) {
  const { screen } = useScope();
  const session = useSession(ask, wanted, (error) => screen.host.react(error, {}));
  const [size] = sizes;
  return size && <Frame side={side} words="reviewScreens" session={session} size={size} textSize={1} {...more} />;
}
