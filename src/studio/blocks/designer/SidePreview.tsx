import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import type { Preview } from '../../../../server/contract/staff/preview.ts';
import type { FilesSession } from '../../files/session.ts';
import { Choice } from '../preview/Choice.tsx';
import { Frame } from '../preview/Frame.tsx';
import { entryAt } from '../preview/place.ts';
import { sizes } from '../preview/sizes.ts';
import { useSession } from '../preview/useSession.ts';
import type { Design } from './design.ts';
import { useWord } from './model.ts';
import { shownAt } from './shownAt.ts';
import { type DesignNode, keyOf } from './tree.ts';

interface SidePreviewProps {
  session: FilesSession;
  design: Design;
  /** Operation that starts a session of the preview. */
  operation: string;
  node: DesignNode | undefined;
  onPicked: (key: string) => void;
}

const [phone] = sizes;

/** The product with the change applied, beside the properties. A click in it selects the clicked element. It reloads after each edit. */
export const SidePreview = observer(function SidePreview({ session, design, operation, node, onPicked }: SidePreviewProps) {
  const { engine, host } = useScope().screen;
  const word = useWord();
  const own = node && shownAt(design, node);
  const [place, setPlace] = useState(own ?? '');
  const [as, setAs] = useState('');
  const [isPicking, setPicking] = useState(true);
  const entry = { ...(as && { as }), ...(place && entryAt(place)) };
  const { change: id, shownRevision: version } = session;
  const ask = (isFirst: boolean) => {
    // The preview goes to the step only once, not each time that it requests the list of people.
    const { at: _at, ...again } = { at: undefined, ...entry };
    return engine.call(operation, { id, side: 'after', ...(isFirst ? entry : again) }) as Promise<Preview>;
  };
  const preview = useSession(ask, JSON.stringify([id, version, entry]), (error) => host.react(error, {}));
  const { people = [], arePeopleReady = true, screens = [], steps = [] } = preview.shown ?? {};
  const known = [...steps.map((step) => `${step.flow}~${step.id}`), ...screens.map(({ route }) => route)];
  return (
    <div className="designer-shown">
      <div className="preview-bar">
        <Choice
          label={word(arePeopleReady ? 'preview.as' : 'preview.making')}
          value={as}
          options={[
            { value: '', text: word('preview.nobody') },
            ...people.map((each) => ({ value: each.id, text: `${each.name}: ${each.shows}` })),
          ]}
          onChange={setAs}
        />
        <Choice
          label={word('preview.place')}
          value={place}
          options={[
            { value: '', text: word('preview.entry') },
            // Until the server has listed the places.
            ...(place === '' || known.includes(place) ? [] : [{ value: place, text: place }]),
          ]}
          groups={[
            ...[...Map.groupBy(steps, ({ flow }) => flow)].map(([flow, all]) => ({
              title: flow,
              options: all.map((step) => ({ value: `${flow}~${step.id}`, text: step.title })),
            })),
            { title: word('preview.screens'), options: screens.map(({ route, title }) => ({ value: route, text: title })) },
          ]}
          onChange={setPlace}
        />
      </div>
      <div className="preview-switches">
        <label>
          <input type="checkbox" checked={isPicking} onChange={({ target }) => setPicking(target.checked)} /> {word('preview.pick')}
        </label>
        {isPicking && <output>{word('preview.picking')}</output>}
        {own !== undefined && own !== place && (
          <Button tone="quiet" onClick={() => setPlace(own)}>
            {word('preview.here')}
          </Button>
        )}
      </div>
      {phone && (
        <Frame
          words="designer"
          side="after"
          session={preview}
          size={phone}
          textSize={1}
          switches={{ isPicking, isOffline: false }}
          onPicked={(picked) => onPicked(keyOf(picked))}
          onDone={() => setPicking(false)}
        />
      )}
    </div>
  );
});
