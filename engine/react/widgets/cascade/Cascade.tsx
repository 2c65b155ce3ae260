import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import { PartField } from '../../form/BoundField.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ChoiceField } from '../ChoiceField.tsx';
import { cities, districts, type Place, provinces } from './places.ts';

type Answer = Readonly<Record<string, Place | undefined>>;

/** From the largest to the smallest; what is chosen above decides the list below, and choosing anew clears what hangs on it. */
export const Cascade = observer(function Cascade({ field }: { field: FieldHandle }) {
  const { fetchJson } = useEngine();
  const [first = '', second = '', third = ''] = field.options['levels'] as string[];
  const answer = (field.value ?? {}) as Answer;
  const { [first]: province, [second]: city } = answer;
  return (
    <div className="parts">
      <Level field={field} level={first} pick={(place) => field.set({ [first]: place })} load={() => provinces(fetchJson)} />
      <Level
        field={field}
        level={second}
        pick={(place) => field.set({ [first]: province, [second]: place })}
        load={province && (() => cities(fetchJson, province.code))}
      />
      <Level
        field={field}
        level={third}
        pick={(place) => field.set({ ...answer, [third]: place })}
        load={province && city && (() => districts(fetchJson, province.code, city.code))}
      />
    </div>
  );
});

interface LevelProps {
  field: FieldHandle;
  level: string;
  pick: (place: Place) => void;
  /** Absent while the level above is not chosen. */
  load: (() => Promise<Place[]>) | undefined;
}

const Level = observer(function Level({ field, level, pick, load }: LevelProps) {
  const part = field.part(level);
  const [places, setPlaces] = useState<readonly Place[] | 'failed'>();
  const chosen = part.value as Place | undefined;

  const fetchPlaces = () => {
    setPlaces(undefined);
    load?.().then(setPlaces, () => setPlaces('failed'));
  };
  const found = places === 'failed' ? undefined : places;
  return (
    <PartField field={part} frame="label">
      <ChoiceField
        field={part}
        shown={chosen?.name}
        chosen={chosen?.code}
        off={!load}
        onOpen={fetchPlaces}
        options={found?.map(({ code, name }) => ({ id: code, code, label: name }))}
        onPick={({ id, label }) => pick({ code: id, name: label })}
        waiting={places === 'failed' ? <Failed field={field} onRetry={fetchPlaces} /> : <Waiting field={field} />}
      />
    </PartField>
  );
});

function Waiting({ field }: { field: FieldHandle }) {
  return (
    <>
      <output className="visually-hidden">{field.word('cascade.loading')}</output>
      <Skeleton lines={0} blocks={6} />
    </>
  );
}

function Failed({ field, onRetry }: { field: FieldHandle; onRetry: () => void }) {
  return (
    <div className="choices-none" role="alert">
      <p>{field.word('cascade.failed')}</p>
      <Button tone="secondary" icon="refresh" onClick={onRetry}>
        {field.word('cascade.retry')}
      </Button>
    </div>
  );
}
