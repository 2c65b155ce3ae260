import { observer } from 'mobx-react-lite';
import { Button } from '../../parts/Button.tsx';
import { useScope } from '../../screen/scope.tsx';
import { pageName, pathWith } from '../setQuery.ts';
import type { TableOptions } from './definition.ts';

/** Cursor pagination: buttons for the previous and the next page. */
export const Pages = observer(function Pages({ pages: { next, previous, forward, back } }: { pages: NonNullable<TableOptions['pages']> }) {
  const { screen, cel, text } = useScope();
  const [before, after] = [cel(previous), cel(next)];
  if (!before && !after) return null;
  const go = (cursor: unknown) => screen.engine.navigate(pathWith(screen, { [pageName]: String(cursor) }));
  return (
    <div className="table-pages">
      <Button tone="secondary" off={!before} onClick={() => go(before)}>
        {text(back)}
      </Button>
      <Button tone="secondary" off={!after} onClick={() => go(after)}>
        {text(forward)}
      </Button>
    </div>
  );
});
