import { valueAt } from '../../../config/valueAt.ts';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import type { ContentItem } from '../../../config/content.ts';
import { Icon } from '../../parts/Icon.tsx';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { byTopic } from '../byTopic.ts';
import { ContentButton } from '../ContentButton.tsx';
import { useContent } from '../useContent.ts';
import type { SearchListOptions } from './definition.ts';
import { matches } from './search.ts';

export const SearchList = observer(function SearchList({ block }: { block: BlockValue & SearchListOptions }) {
  const { text } = useScope();
  const { content, label, empty, remember } = block;
  const { items, topics } = useContent(content);
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const wordsOf = ({ title, text: answer }: ContentItem) => `${text(title)} ${answer ? text(answer) : ''}`;
  const found = isSearching ? items.filter((item) => matches(wordsOf(item), query)) : items;
  return (
    <div className="search-list">
      <SearchField label={text(label)} query={query} onQuery={setQuery} found={isSearching ? found.length : undefined} />
      {found.length === 0 && <p className="paragraph paragraph-muted">{text(empty)}</p>}
      {byTopic(found, topics).map(({ topic, items: own }) => (
        <section key={topic?.id ?? ''} className="content-topic">
          {topic && <h2>{text(topic.title)}</h2>}
          {own.map((item) => (
            <Question key={item.id} item={item} remember={remember} />
          ))}
        </section>
      ))}
    </div>
  );
});

interface SearchFieldProps {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  /** The number of results, or undefined without a search. */
  found: number | undefined;
}

function SearchField({ label, query, onQuery, found }: SearchFieldProps) {
  const texts = useText();
  const id = useId();
  return (
    <search className="search">
      <label htmlFor={id}>{label}</label>
      <span className="search-field">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          value={query}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => onQuery(target.value)}
        />
        {query !== '' && (
          <button type="button" className="icon-button" aria-label={texts.t('common.blocks.searchList.clear')} onClick={() => onQuery('')}>
            <Icon name="close" />
          </button>
        )}
      </span>
      <output className="search-found" htmlFor={id}>
        {found === undefined ? '' : texts.t('common.blocks.searchList.found', { num: found })}
      </output>
    </search>
  );
}

const Question = observer(function Question({ item, remember }: { item: ContentItem; remember: string | undefined }) {
  const { screen, text } = useScope();
  const [wasLast] = useState(() => remember !== undefined && valueAt(screen.host.namespaces()['session'], remember) === item.id);
  return (
    <details
      className="question"
      open={wasLast}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && remember !== undefined) screen.host.setSession(remember, item.id);
      }}
    >
      <summary>{text(item.title)}</summary>
      <div className="question-answer">
        {item.text && <p>{text(item.text)}</p>}
        <ContentButton item={item} />
      </div>
    </details>
  );
});
