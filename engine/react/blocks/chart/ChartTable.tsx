import { AppLink } from '../../parts/AppLink.tsx';
import { isOwnPath } from '../ownPath.ts';
import { as } from '../tableRole.ts';
import type { Entry, ReadChart } from './read.ts';

interface Props {
  chart: ReadChart;
  titleId: string;
  /** Draws each row. */
  bars?: 'bars' | 'stacked';
}

/** The explicit roles keep the table accessible where CSS lays its rows out on a phone. */
export function ChartTable({ chart, titleId, bars }: Props) {
  const { heading, series, more, entries } = chart;
  const longest = Math.max(...entries.map((entry) => lengthOf(entry, bars)), 0);
  const names = [...series.map(({ text }) => text), ...more];
  // The colours of bars that stand for several figures.
  const tones = bars && series.length > 1 ? series.map(({ tone }) => tone) : [];
  return (
    <table {...as('table')} className="chart-table" aria-labelledby={titleId}>
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          <th {...as('columnheader')} scope="col">
            {heading}
          </th>
          {series.map(({ text }, index) => (
            <th key={text} {...as('columnheader')} scope="col" className="chart-number">
              <Swatch tone={tones[index]} />
              {text}
            </th>
          ))}
          {more.map((text) => (
            <th key={text} {...as('columnheader')} scope="col" className="chart-number">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {entries.map((entry) => (
          <tr key={entry.key} {...as('row')}>
            <th {...as('rowheader')} scope="row">
              {isOwnPath(entry.to) ? <AppLink to={entry.to}>{entry.label}</AppLink> : entry.label}
              {bars && <Bar entry={entry} chart={chart} longest={longest} stacked={bars === 'stacked'} />}
            </th>
            {[...entry.series.map(({ shown }) => shown), ...entry.more].map((shown, index) => (
              <td key={names[index]} {...as('cell')} className="chart-number">
                <span className="chart-name" aria-hidden="true">
                  <Swatch tone={tones[index]} />
                  {names[index]}
                </span>
                {shown}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Swatch = ({ tone }: { tone: string | undefined }) =>
  tone !== undefined && (
    <svg className={`chart-swatch chart-${tone}`} viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" rx="2" />
    </svg>
  );

const drawn = (number: number): number => (Number.isFinite(number) && number > 0 ? number : 0);

function lengthOf({ series }: Entry, bars: Props['bars']): number {
  const numbers = series.map(({ number }) => drawn(number));
  return bars === 'stacked' ? numbers.reduce((sum, number) => sum + number, 0) : Math.max(...numbers);
}

/** Width of a drawing in its own units, which stretch to fill the row. */
const wide = 1000;
/** Bar heights, in pixels. */
const [high, low] = [12, 6];

function Bar({ entry, chart, longest, stacked }: { entry: Entry; chart: ReadChart; longest: number; stacked: boolean }) {
  const widths = entry.series.map(({ number }) => (longest > 0 ? (drawn(number) / longest) * wide : 0));
  const rows = stacked ? 1 : widths.length;
  const thickness = rows === 1 ? high : low;
  const startOf = (index: number) => (stacked ? widths.slice(0, index).reduce((sum, width) => sum + width, 0) : 0);
  return (
    <svg
      className="chart-bar"
      height={thickness * rows}
      viewBox={`0 0 ${wide} ${thickness * rows}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {chart.series.map(({ text, tone }, index) => (
        <rect
          key={text}
          className={`chart-${tone}`}
          x={startOf(index)}
          y={stacked ? 0 : index * thickness}
          width={widths[index]}
          height={thickness}
        />
      ))}
    </svg>
  );
}
