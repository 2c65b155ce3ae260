import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import type { ChartOptions } from './definition.ts';
import { ChartTable } from './ChartTable.tsx';
import { Lines } from './Lines.tsx';
import { useChart } from './read.ts';

/**
 * Draws plain SVG, because a chart library would bring its own styles and a canvas that screen readers cannot read. Bars are drawn in the
 * table's rows, next to their figures. Lines have the table below them. Nothing is animated.
 */
export const Chart = observer(function Chart({ block }: { block: BlockValue & ChartOptions }) {
  const { text } = useScope();
  const texts = useText();
  const id = useId();
  const { kind, note, empty } = block;
  const chart = useChart(block);
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id} className="facts-title">
        {chart.title}
      </h2>
      {chart.entries.length === 0 ? (
        <p className="paragraph paragraph-muted">{text(empty)}</p>
      ) : kind === 'line' ? (
        <>
          <Lines chart={chart} />
          <details className="chart-details">
            <summary>{texts.t('common.blocks.chart.table')}</summary>
            <ChartTable chart={chart} titleId={id} />
          </details>
        </>
      ) : (
        <ChartTable chart={chart} titleId={id} bars={kind} />
      )}
      {note && <p className="chart-note">{text(note)}</p>}
    </section>
  );
});
