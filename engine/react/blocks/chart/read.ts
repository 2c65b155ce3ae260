import type { BlockValue } from '../../../config/screen.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { isShown, writeValue } from '../writeValue.ts';
import type { ChartOptions } from './definition.ts';

type Column = ChartOptions['label'];
export type Tone = NonNullable<ChartOptions['series'][number]['tone']>;

interface Cell {
  /** NaN where there is nothing to draw. */
  number: number;
  shown: string;
}

export interface Entry {
  key: string;
  label: string;
  to: unknown;
  series: Cell[];
  more: string[];
}

export interface ReadChart {
  title: string;
  heading: string;
  series: { text: string; tone: Tone }[];
  more: string[];
  entries: Entry[];
  /** Formats a number like the series. */
  write: (number: number) => string;
}

/** The texts and numbers of a chart, read once for the drawing and the table. */
export function useChart({ title, items, label, to, series, more = [] }: BlockValue & ChartOptions): ReadChart {
  const { screen, cel, text } = useScope();
  const texts = useText();
  const found = cel(items);
  const list: readonly unknown[] = Array.isArray(found) ? found : [];
  const read = (column: Column, item: unknown) => screen.evaluate(column.value, { item });
  const write = (column: Column, value: unknown) => (isShown(value) ? writeValue(texts, value, column) : '');
  return {
    title: text(title),
    heading: text(label.text),
    series: series.map(({ text: words, tone = 'main' }) => ({ text: text(words), tone })),
    more: more.map((column) => text(column.text)),
    entries: list.map((item, index) => {
      const name = read(label, item);
      return {
        key: `${index} ${String(name)}`,
        label: write(label, name),
        to: to === undefined ? undefined : screen.evaluate(to, { item }),
        series: series.map((column) => {
          const value = read(column, item);
          return { number: typeof value === 'number' ? value : Number.NaN, shown: write(column, value) };
        }),
        more: more.map((column) => write(column, read(column, item))),
      };
    }),
    write: (number) => (series[0] ? write(series[0], number) : ''),
  };
}
