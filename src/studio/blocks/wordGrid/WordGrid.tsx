import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BlockValue } from '../../../../engine/config/screen.ts';
import { Button } from '../../../../engine/react/parts/Button.tsx';
import { setQuery } from '../../../../engine/react/blocks/setQuery.ts';
import { ask } from '../../../../engine/react/screen/ask.ts';
import { useScope } from '../../../../engine/react/screen/scope.tsx';
import { useText } from '../../../../engine/react/text.tsx';
import type { WordGridOptions } from './definition.ts';
import { Files } from './Files.tsx';
import { Completeness, Filters, type WordFilter } from './Filters.tsx';
import { Row } from './Row.tsx';
import { ownerIn } from '../../files/owner.ts';
import { unsavedWords } from './unsavedWords.ts';
import { WordsSession, type WordsApi } from './wordsSession.ts';

const searchAfterMs = 300;

export const WordGrid = observer(function WordGrid({ block }: { block: BlockValue & WordGridOptions }) {
  const { screen } = useScope();
  const { t } = useText();
  const { id, session, saveAs } = useWords(block);
  const [filter, setFilter] = useState<WordFilter>(() => filterIn(screen.place.query));
  const [before, setBefore] = useState<readonly string[]>(() => [screen.place.query['after'] ?? ''].filter(Boolean));
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    session.start(asked(filterIn(screen.place.query), screen.place.query['after']));
    const stopWaiting = screen.host.onOnline(() => session.readAgain());
    return () => {
      stopWaiting();
      session.stop();
    };
  }, [session, screen]);

  const show = (next: WordFilter, pages: readonly string[], afterMs = 0) => {
    setFilter(next);
    setBefore(pages);
    setQuery(screen, { ...next, after: pages.at(-1) });
    clearTimeout(typing.current);
    typing.current = setTimeout(() => void session.show(asked(next, pages.at(-1))), afterMs);
  };
  const turn = (pages: readonly string[]) => {
    show(filter, pages);
    list.current?.scrollIntoView({ block: 'start' });
  };
  const { page } = session;
  const mayRead = page?.words.some(({ cells }) => cells.some(({ mayEdit }) => mayEdit)) ?? false;
  const shown = page?.languages.filter(({ code }) => !filter.language || code === filter.language || code === page.main) ?? [];
  return (
    <section className="word-grid">
      {page && <Completeness languages={page.languages} />}
      <Filters
        filter={filter}
        languages={page?.languages ?? []}
        screens={page?.screens ?? []}
        onChange={(next) => show(next, [], next.text === filter.text ? 0 : searchAfterMs)}
      />
      {page && (
        <Files
          languages={page.languages}
          preferred={filter.language}
          session={session}
          onShow={(key, language) => show({ text: key, language, screen: '', state: '' }, [])}
          {...(saveAs && { onSave: (type, language) => saveAs(type, language, filter) })}
          mayRead={mayRead}
        />
      )}
      <p className="word-state">
        <output>{page ? t('common.blocks.wordGrid.found', { count: page.found }) : t('common.loading')}</output>{' '}
        <output>{statusOf(session, t)}</output>
      </p>
      {page?.found === 0 && <p className="word-none">{t('common.blocks.wordGrid.none')}</p>}
      <ul className="word-rows" ref={list} data-languages={shown.length}>
        {page?.words.map((row) => (
          <Row key={row.key} change={id} row={row} languages={shown} session={session} />
        ))}
      </ul>
      {page && <Pages before={before} next={page.next} onTurn={turn} />}
    </section>
  );
});

/** The session of a change's texts, and how to save them as a file if the application can save files. */
function useWords(block: WordGridOptions) {
  const { screen, cel } = useScope();
  const { engine, host } = screen;
  const id = String(cel(block.change));
  const session = useMemo(() => {
    const call = (operation: string, input: object) => engine.call(operation, { id, ...input }) as never;
    const api: WordsApi = {
      list: (filter) => ask(screen.data, block.list, { id, ...filter }) as never,
      save: (words) => call(block.save, { words }),
      problems: () => call(block.problems, {}),
      read: (file) => call(block.read, { file }),
    };
    const owner = ownerIn(host);
    const unsaved = unsavedWords({ person: owner.person, change: id });
    return new WordsSession(api, unsaved, { refused: (error) => host.react(error, {}), maySend: owner.isHere });
  }, [id, engine, host, screen, block]);
  const save = engine.saveFile;
  const saveAs = async (type: 'csv' | 'xliff', language: string, { text, screen: on, state }: WordFilter) => {
    const wanted = Object.fromEntries(Object.entries({ text, screen: on, state }).filter(([, value]) => value !== ''));
    await save?.(block[type], { id, language, ...wanted }).catch((error: unknown) => host.react(error, {}));
  };
  return { id, session, ...(save && { saveAs }) };
}

interface PagesProps {
  /** The cursor of each page before this one. */
  before: readonly string[];
  next: string | undefined;
  onTurn: (before: readonly string[]) => void;
}

function Pages({ before, next, onTurn }: PagesProps) {
  const { t } = useText();
  if (before.length === 0 && next === undefined) return null;
  return (
    <p className="word-pages">
      <Button tone="secondary" off={before.length === 0} onClick={() => onTurn(before.slice(0, -1))}>
        {t('common.blocks.wordGrid.previousPage')}
      </Button>
      <Button tone="secondary" off={next === undefined} onClick={() => next !== undefined && onTurn([...before, next])}>
        {t('common.blocks.wordGrid.nextPage')}
      </Button>
    </p>
  );
}

function statusOf({ drafts, isOffline, isSaving }: WordsSession, t: (key: string) => string): string {
  if (isOffline) return t('common.blocks.wordGrid.offline');
  const isOpen = [...drafts.values()].some(({ state }) => state === 'typed' || state === 'sent');
  if (isSaving || isOpen) return t('common.blocks.wordGrid.saving');
  const isLeft = [...drafts.values()].some(({ state }) => state === 'conflict' || state === 'refused');
  if (isLeft) return t('common.blocks.wordGrid.someLeft');
  return t('common.blocks.wordGrid.saved');
}

const filterIn = ({ text = '', screen = '', language = '', state = '' }: Readonly<Record<string, string>>): WordFilter => ({
  text,
  screen,
  language,
  state,
});

const asked = (filter: WordFilter, before: string | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...filter, before }).filter((entry): entry is [string, string] => Boolean(entry[1])));
