import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Blocks } from '../../screen/Blocks.tsx';
import { ScopeProvider, useScope } from '../../screen/scope.tsx';
import type { ListOptions } from './definition.ts';

export const List = observer(function List({ block }: { block: BlockValue }) {
  const { screen, cel, text } = useScope();
  const { items: source, blocks, empty } = block as BlockValue & ListOptions;
  const found = cel(source);
  const items: readonly unknown[] = Array.isArray(found) ? found : [];
  if (items.length === 0) return empty ? <p className="paragraph paragraph-muted">{text(empty)}</p> : null;
  return (
    <ul className="list">
      {items.map((item, index) => (
        <li key={keyOf(item, index)}>
          <Item screen={screen} item={item} blocks={blocks as BlockValue[]} />
        </li>
      ))}
    </ul>
  );
});

const Item = observer(function Item({
  screen,
  item,
  blocks,
}: {
  screen: Parameters<typeof ScopeProvider>[0]['screen'];
  item: unknown;
  blocks: BlockValue[];
}) {
  return (
    <ScopeProvider screen={screen} item={item}>
      <Blocks blocks={blocks} />
    </ScopeProvider>
  );
});

function keyOf(item: unknown, index: number): string | number {
  const id: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : index;
}
