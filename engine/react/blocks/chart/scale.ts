/** Round numbers from 0 to at least the largest: 1, 2 or 5 times a power of ten apart. */
export function ticksTo(largest: number, atMost = 4): number[] {
  if (!(largest > 0)) return [0];
  const rough = largest / atMost;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
