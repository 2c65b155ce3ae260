import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useEngine } from '../../engine-context.tsx';
import { PartField } from '../../form/BoundField.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { OptionField } from '../ChoiceField.tsx';
import type { CascadeOptions } from './definition.ts';
import { entriesBelow, type Entry } from './entries.ts';

type Answer = Readonly<Record<string, Entry | undefined>>;

/** Each choice determines the next list. A new choice clears the choices below it. */
export const Cascade = observer(function Cascade({ field }: { field: FieldHandle<CascadeOptions> }) {
  const { fetchJson } = useEngine();
  const { source, levels } = field.options;
  const answer = (field.value ?? {}) as Answer;
  return (
    <div className="parts">
      {levels.map((level, index) => {
        const above = levels.slice(0, index);
        const chosen = above.flatMap((each) => answer[each] ?? []);
        return (
          <Level
            key={level}
            field={field}
            level={level}
            pick={(entry) => field.set({ ...Object.fromEntries(above.map((each) => [each, answer[each]])), [level]: entry })}
            load={chosen.length === above.length ? () => entriesBelow(fetchJson, source, chosen) : undefined}
          />
        );
      })}
    </div>
  );
});

interface LevelProps {
  field: FieldHandle;
  level: string;
  pick: (entry: Entry) => void;
  /** Absent until the level above is chosen. */
  load: (() => Promise<Entry[]>) | undefined;
}

const Level = observer(function Level({ field, level, pick, load }: LevelProps) {
  const part = field.part(level);
  const [entries, setEntries] = useState<readonly Entry[] | 'failed'>();
  const chosen = part.value as Entry | undefined;

  const fetchEntries = () => {
    setEntries(undefined);
    load?.().then(setEntries, () => setEntries('failed'));
  };
  const found = entries === 'failed' ? undefined : entries;
  return (
    <PartField field={part} frame="label">
      <OptionField
        field={part}
        shown={chosen?.name}
        chosen={chosen?.code}
        off={!load}
        onOpen={fetchEntries}
        options={found?.map(({ code, name }) => ({ id: code, code, label: name }))}
        onPick={({ id, label }) => pick({ code: id, name: label })}
        waiting={entries === 'failed' ? <Failed field={field} onRetry={fetchEntries} /> : <Waiting field={field} />}
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
