import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Button } from '../../parts/Button.tsx';
import { Drawing } from '../../parts/Drawing.tsx';
import { Blocks } from '../../screen/Blocks.tsx';
import { ScopeProvider, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { usePages } from '../usePages.ts';
import type { ListOptions } from './definition.ts';
import { keyOf } from './keyOf.ts';

export const List = observer(function List({ block }: { block: BlockValue & ListOptions }) {
  const { screen, cel, text } = useScope();
  const texts = useText();
  const { items: source, blocks, empty, drawing = 'empty', pageSize } = block;
  const found = cel(source);
  const { shown, showMore } = usePages<unknown>(Array.isArray(found) ? found : [], pageSize);
  if (shown.length === 0) {
    if (!empty) return null;
    return (
      <div className="empty">
        <Drawing name={drawing} />
        <p>{text(empty)}</p>
      </div>
    );
  }
  return (
    <>
      <ul className="list">
        {shown.map((item, index) => (
          <li key={keyOf(item, index)}>
            <Item screen={screen} item={item} blocks={blocks as BlockValue[]} />
          </li>
        ))}
      </ul>
      {showMore && (
        <Button tone="secondary" wide onClick={showMore}>
          {texts.t('common.blocks.list.more')}
        </Button>
      )}
    </>
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
