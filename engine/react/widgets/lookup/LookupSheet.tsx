import { useCallback, useEffect, useRef, useState } from 'react';
import type { LookupEntry } from '../../../config/lookup.ts';
import { useEngine } from '../../engine-context.tsx';
import type { FieldHandle } from '../../form/types.ts';
import { Button } from '../../parts/Button.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { ChoiceList } from '../ChoiceList.tsx';

/** Debounce between a key press and the request. */
const pauseMs = 250;

type Search = { text: string; state: 'idle' | 'searching' | 'failed' } | { text: string; state: 'found'; entries: readonly LookupEntry[] };

/** Searches `list` for what a person types. A response to an earlier text is ignored. */
function useSearch(list: string) {
  const { lookUp } = useEngine();
  const [search, setSearch] = useState<Search>({ text: '', state: 'idle' });
  const wanted = useRef('');
  const { text } = search;

  const run = useCallback(
    async (sought: string) => {
      let result: Search = { text: sought, state: 'failed' };
      try {
        if (lookUp) result = { text: sought, state: 'found', entries: await lookUp(list, sought) };
      } catch {
        // The sheet offers to try again.
      }
      if (wanted.current === sought) setSearch(result);
    },
    [lookUp, list],
  );
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => void run(text), pauseMs);
    return () => clearTimeout(timer);
  }, [run, text]);

  const type = (typed: string) => {
    const next = typed.trim();
    if (wanted.current === next) return;
    wanted.current = next;
    setSearch({ text: next, state: next === '' ? 'idle' : 'searching' });
  };
  const retry = () => {
    setSearch({ text, state: 'searching' });
    void run(text);
  };
  return { search, type, retry };
}

interface LookupSheetProps {
  field: FieldHandle;
  list: string;
  onPick: (entry: LookupEntry) => void;
  onClose: () => void;
}

/** A full-height sheet with a search box and the entries that the server found. */
export function LookupSheet({ field, list, onPick, onClose }: LookupSheetProps) {
  const input = useRef<HTMLInputElement>(null);
  const { search, type, retry } = useSearch(list);
  const chosen = field.value as LookupEntry | undefined;
  const entries = search.state === 'found' ? search.entries : [];
  const status = { idle: 'lookup.type', searching: 'lookup.searching', failed: 'lookup.failed', found: undefined }[search.state];
  return (
    <Sheet title={field.label} onClose={onClose} first={input} full>
      <ChoiceList
        label={field.label}
        options={entries.map(({ code, name }) => ({ id: code, code, label: name }))}
        chosen={chosen?.code}
        search={input}
        onPick={({ id, label }) => onPick({ code: id, name: label })}
        onType={type}
        {...(status === undefined ? {} : { status: field.word(status) })}
      />
      {search.state === 'failed' && (
        <div className="choices-none">
          <Button tone="secondary" icon="refresh" onClick={retry}>
            {field.word('lookup.retry')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
