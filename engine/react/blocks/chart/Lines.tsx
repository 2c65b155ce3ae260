import { useEffect, useRef, useState } from 'react';
import type { ReadChart } from './read.ts';
import { ticksTo } from './scale.ts';

const high = 200;
const margin = { left: 56, right: 12, top: 8, bottom: 24 };
/** Used until the page is laid out. */
const initialWidth = 600;

/**
 * Hidden from screen readers, because they read the table. Drawn in CSS pixels, so that texts have the same size on each screen. Lines
 * differ by colour and by dashes.
 */
export function Lines({ chart }: { chart: ReadChart }) {
  const { frame, width } = useWidth();
  const { entries, series, write } = chart;
  const numbers = entries.flatMap((entry) => entry.series.map(({ number }) => number)).filter(Number.isFinite);
  const ticks = ticksTo(Math.max(0, ...numbers), { whole: numbers.every(Number.isInteger) });
  const top = ticks.at(-1) || 1;
  const [innerWidth, innerHeight] = [Math.max(1, width - margin.left - margin.right), high - margin.top - margin.bottom];
  const x = (index: number) => margin.left + (entries.length < 2 ? innerWidth / 2 : (index / (entries.length - 1)) * innerWidth);
  const y = (number: number) => margin.top + (1 - number / top) * innerHeight;
  return (
    <div ref={frame}>
      <ul className="chart-legend" aria-hidden="true">
        {series.map(({ text, tone }, index) => (
          <li key={text}>
            <svg viewBox="0 0 24 8" className={`chart-key chart-line chart-${tone} chart-dash-${index}`}>
              <path d="M0 4H24" />
            </svg>
            {text}
          </li>
        ))}
      </ul>
      <svg className="chart-lines" width={width} height={high} viewBox={`0 0 ${width} ${high}`} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <path className="chart-grid" d={`M${margin.left} ${y(tick)}H${width - margin.right}`} />
            <text className="chart-tick" x={margin.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
              {write(tick)}
            </text>
          </g>
        ))}
        {shownLabels(entries.length, innerWidth).map((index) => (
          <text key={index} className="chart-tick" x={x(index)} y={high - 6} textAnchor={anchorOf(index, entries.length)}>
            {entries[index]?.label}
          </text>
        ))}
        {series.map(({ text, tone }, at) => {
          const points = entries.flatMap((entry, index) => {
            const number = entry.series[at]?.number ?? Number.NaN;
            return Number.isFinite(number) ? [{ index, number }] : [];
          });
          return (
            <g key={text} className={`chart-line chart-${tone} chart-dash-${at}`}>
              <path d={points.map(({ index, number }, order) => `${order ? 'L' : 'M'}${x(index)} ${y(number)}`).join('')} />
              {points.map(({ index, number }) => (
                <circle key={index} cx={x(index)} cy={y(number)} r="3">
                  <title>{`${entries[index]?.label}: ${entries[index]?.series[at]?.shown}`}</title>
                </circle>
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Space for a date label and the gap to the next one. */
const labelWidth = 160;

/** Returns the first label, the last one, and as many between them as fit. */
function shownLabels(count: number, width: number): number[] {
  const shown = Math.min(count, Math.max(2, Math.floor(width / labelWidth)));
  if (count < 2) return count === 1 ? [0] : [];
  return [...new Set(Array.from({ length: shown }, (_, index) => Math.round((index * (count - 1)) / (shown - 1))))];
}

const anchorOf = (index: number, count: number) => (count < 2 ? 'middle' : index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle');

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(initialWidth);
  useEffect(() => {
    const { current } = frame;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width) || initialWidth));
    if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}
