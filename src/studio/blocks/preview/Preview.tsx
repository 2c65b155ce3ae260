import { observer } from 'mobx-react-lite';
import { type ComponentProps, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { useEngine } from '../../../../engine/react/engine-context.tsx';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { Preview as Shown } from '../../../../server/contract/staff/preview.ts';
import { Choice } from './Choice.tsx';
import type { PreviewOptions } from './definition.ts';
import { Frame } from './Frame.tsx';
import { Share } from './Share.tsx';
import { entryAt } from './place.ts';
import { sizes, textSizes } from './sizes.ts';
import { useSession } from './useSession.ts';

const names = ['as', 'place', 'language', 'theme', 'size', 'text', 'sides'] as const;

/** The answers that a link carries, as the flow graph writes them. The server refuses any others. */
function givenFrom(text: string | undefined): unknown {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

type Chosen = Record<(typeof names)[number], string>;

export const Preview = observer(function Preview({ block }: { block: BlockValue & PreviewOptions }) {
  const { screen, cel } = useScope();
  const { t } = useText();
  const { query } = screen.place;
  const [chosen, setChosen] = useState(() => Object.fromEntries(names.map((name) => [name, query[name] ?? ''])) as Chosen);
  const [times, setTimes] = useState(0);
  const [switches, setSwitches] = useState({ isPicking: false, isOffline: false });
  const { navigate } = useEngine();
  const choose = (name: keyof Chosen) => (value: string) => {
    setChosen({ ...chosen, [name]: value });
    setQuery(screen, { [name]: value });
  };
  const id = String(cel(block.change));
  const { as, place, language, theme } = chosen;
  const entry = {
    ...(as && { as }),
    ...(place && entryAt(place, place === query['place'] ? givenFrom(query['given']) : undefined)),
    ...(language && { language }),
    ...(theme && { theme: Number(theme) }),
  };
  const wanted = JSON.stringify([id, cel(block.version), entry, times]);
  const ask = (side: string) => (isFirst: boolean) => {
    // The preview goes to the step only once, not each time that it requests the list of people.
    const { at: _at, ...again } = { at: undefined, ...entry };
    return screen.engine.call(block.preview, { id, side, ...(isFirst ? entry : again) }) as Promise<Shown>;
  };
  const refused = (error: unknown) => screen.host.react(error, {});
  const sides = chosen.sides || 'after';
  const after = useSession(ask('after'), wanted, refused);
  const size = sizes.find(({ name }) => name === chosen.size) ?? sizes[0];
  const edit = String(cel(block.edit));
  const look = size && {
    size,
    textSize: (Number(chosen.text) || 100) / 100,
    switches,
    onPicked: ({ file, pointer }: { file: string; pointer: string }) => navigate(`${edit}?${new URLSearchParams({ file, at: pointer })}`),
    onDone: () => setSwitches({ ...switches, isPicking: false }),
  };
  return (
    <div className="preview">
      <Bar chosen={chosen} shown={after.shown} choose={choose} onReload={() => setTimes(times + 1)} />
      <div className="preview-switches">
        <Switch
          text={t('common.blocks.preview.pick')}
          isOn={switches.isPicking}
          onTurn={(isPicking) => setSwitches({ ...switches, isPicking })}
        />
        <Switch
          text={t('common.blocks.preview.offline')}
          isOn={switches.isOffline}
          onTurn={(isOffline) => setSwitches({ ...switches, isOffline })}
        />
        {switches.isPicking && <output>{t('common.blocks.preview.picking')}</output>}
      </div>
      <div className="preview-sides">
        {look && sides !== 'after' && <Before key={wanted} ask={ask('before')} wanted={wanted} refused={refused} look={look} />}
        {look && sides !== 'before' && <Frame side="after" session={after} {...look} />}
      </div>
      <Share block={block} id={id} entry={entry} />
      <p className="preview-note">{t('common.blocks.preview.choose')}</p>
    </div>
  );
});

interface BeforeProps {
  ask: (isFirst: boolean) => Promise<Shown>;
  wanted: string;
  refused: (error: unknown) => void;
  look: Omit<ComponentProps<typeof Frame>, 'side' | 'session'>;
}

function Before({ ask, wanted, refused, look }: BeforeProps) {
  return <Frame side="before" session={useSession(ask, wanted, refused)} {...look} />;
}

function Switch({ text, isOn, onTurn }: { text: string; isOn: boolean; onTurn: (isOn: boolean) => void }) {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onTurn(target.checked)} /> {text}
    </label>
  );
}

interface BarProps {
  chosen: Chosen;
  shown: Shown | undefined;
  choose: (name: keyof Chosen) => (value: string) => void;
  onReload: () => void;
}

function Bar({ chosen, shown, choose, onReload }: BarProps) {
  const { t } = useText();
  const word = (name: string, values = {}) => t(`common.blocks.preview.${name}`, values);
  const { people = [], arePeopleReady = true, screens = [], steps = [], languages = [], palettes = [] } = shown ?? {};
  const lists: Record<keyof Chosen, Pick<ComponentProps<typeof Choice>, 'label' | 'options' | 'groups'>> = {
    as: {
      label: word(arePeopleReady ? 'as' : 'making'),
      options: [{ value: '', text: word('nobody') }, ...people.map(({ id, name, shows }) => ({ value: id, text: `${name}: ${shows}` }))],
    },
    place: {
      label: word('screen'),
      options: [{ value: '', text: word('entry') }],
      groups: [
        ...[...Map.groupBy(steps, ({ flow }) => flow)].map(([flow, own]) => ({
          title: word('steps', { flow }),
          options: own.map(({ id, title }, index) => ({ value: `${flow}~${id}`, text: word('step', { number: index + 1, title }) })),
        })),
        { title: word('screens'), options: screens.map(({ route, title }) => ({ value: route, text: `${title} (${route})` })) },
      ],
    },
    language: {
      label: word('language'),
      options: [{ value: '', text: word('asChosen') }, ...languages.map(({ code, name }) => ({ value: code, text: name }))],
    },
    theme: {
      label: word('palette'),
      options: [{ value: '', text: word('asChosen') }, ...palettes.map((name, index) => ({ value: String(index + 1), text: name }))],
    },
    size: {
      label: word('size'),
      options: sizes.map(({ name, width }) => ({ value: name === 'phone' ? '' : name, text: word(name, { width }) })),
    },
    text: {
      label: word('text'),
      options: textSizes.map((percent) => ({ value: percent === 100 ? '' : String(percent), text: word('textSize', { percent }) })),
    },
    sides: {
      label: word('sides'),
      options: [
        { value: '', text: word('after') },
        { value: 'before', text: word('before') },
        { value: 'both', text: word('both') },
      ],
    },
  };
  return (
    <div className="preview-bar">
      {names.map((name) => (
        <Choice key={name} {...lists[name]} value={chosen[name]} onChange={choose(name)} />
      ))}
      <Button tone="secondary" onClick={onReload}>
        {word('reload')}
      </Button>
    </div>
  );
}
