import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import { Blocks } from '../../screen/Blocks.tsx';
import { ScopeProvider, useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { keyOf } from '../list/keyOf.ts';
import { isShown, writeValue } from '../writeValue.ts';
import type { FactsOptions } from './definition.ts';

export const Facts = observer(function Facts({ block }: { block: BlockValue & FactsOptions }) {
  const { screen, text, cel } = useScope();
  const { title, items: source } = block;
  const items = cel(source);
  if (!Array.isArray(items) || items.length === 0) return null;
  return (
    <section className="facts">
      {title && <h2 className="facts-title">{text(title)}</h2>}
      <dl>
        {items.map((item: unknown, index) => (
          <ScopeProvider key={keyOf(item, index)} screen={screen} item={item}>
            <Row block={block} />
          </ScopeProvider>
        ))}
      </dl>
    </section>
  );
});

const Row = observer(function Row({ block }: { block: BlockValue & FactsOptions }) {
  const { cel } = useScope();
  const texts = useText();
  const { row, blocks = [] } = block;
  const value = cel(row.value);
  if (!isShown(value)) return null;
  const lines = writeValue(texts, value, row).split('\n');
  return (
    <div className="facts-row">
      <dt>{writeValue(texts, cel(row.name) ?? '', {})}</dt>
      <dd>
        {/* oxlint-disable-next-line react/no-array-index-key -- two lines may read the same, and none is ever moved */}
        {lines.length === 1 ? lines : lines.map((line, index) => <p key={index}>{line}</p>)}
      </dd>
      {blocks.length > 0 && (
        <dd className="facts-blocks">
          <Blocks blocks={blocks as BlockValue[]} />
        </dd>
      )}
    </div>
  );
});
