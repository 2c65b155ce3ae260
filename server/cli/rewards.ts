import { compile } from '../../engine/compiler/index.ts';
import { dayIn } from '../../engine/config/days.ts';
import type { ProductCommand } from '../../engine/cli/index.ts';
import { farm, type FarmedReward } from '../lending/farm.ts';
import { pesos } from '../lending/kinds/words.ts';
import { lendingOf } from '../product/lendingConfig.ts';
import { registry } from '../registry.ts';
import { systemClock } from '../platform/time.ts';

const usage = [
  'rewards                      shows the value of each reward and the cheapest loan that earns and uses it; ! if the value is higher',
];

/** `hakbang rewards`: shows which rewards can be farmed, before they are published. */
export const rewardsCommand: ProductCommand = {
  usage,
  run: async (args, { read, out, error }) => {
    if (args.length > 0) {
      error(usage.join('\n'));
      return 2;
    }
    const { release } = await compile(read(), registry);
    if (!release) {
      error('The configuration has errors. Run hakbang check to list them.');
      return 1;
    }
    const farmed = farm(lendingOf(release), dayIn(release.manifest.settings.timeZone, systemClock.now()));
    for (const each of farmed) out(lineOf(each));
    out(`${farmed.filter(({ isFarmable }) => isFarmable).length} of ${farmed.length} rewards can be farmed.`);
    return 0;
  },
};

function lineOf({ reward, worthCents, costCents = 0, way, loans, isFarmable }: FarmedReward): string {
  const mark = isFarmable ? '!' : ' ';
  if (!way) return `${mark} ${reward}: no loan earns it.`;
  const loan = `${way.productId}, ${pesos(way.amountCents)} for ${way.termDays} days, repaid after ${way.days}`;
  if (loans === undefined) return `${mark} ${reward}: worth ${pesos(worthCents)}, costs ${pesos(costCents)} (${loan}).`;
  const all = `${loans} of them raise the limit from ${pesos(way.amountCents)} to the maximum for ${pesos(loans * costCents)}`;
  return `${mark} ${reward}: up to ${pesos(worthCents)} more limit for ${pesos(costCents)} (${loan}); ${all}.`;
}
