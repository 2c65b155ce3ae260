/**
 * Returns round ticks from 0 up to at least `largest`. Their step is 1, 2 or 5 times a power of ten.
 *
 * @param whole only whole numbers, for counts
 */
export function ticksTo(largest: number, { atMost = 4, whole = false } = {}): number[] {
  if (!(largest > 0)) return [0];
  const rough = largest / atMost;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const step = whole ? Math.max(1, round) : round;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
