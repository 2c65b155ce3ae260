import type { ProductCommand } from '../../engine/cli/index.ts';
import { movableClock } from '../platform/dev/clock/movableClock.ts';
import { trialBalance } from '../product/ledger/balances.ts';
import { areas } from '../areas.ts';
import { invariantsOf, violationsIn } from '../platform/invariants.ts';
import { databaseReleases } from '../platform/release/databaseTable.ts';
import { openPorts } from '../ports/openPorts.ts';
import { systemClock } from '../platform/time.ts';
import { withDatabase } from '../platform/cli/withDatabase.ts';

const usage = [
  'ledger verify                checks the invariants of loans, money, coupons, jobs and audit',
  'ledger balance               shows the balance of each account, in centavos',
];

/** `hakbang ledger`: exits with 1 and a list of violations if an invariant does not hold. */
export const ledgerCommand: ProductCommand = {
  usage,
  run: async ([action, ...rest], { out, error }) => {
    if (rest.length === 0 && action === 'verify') return verify(out);
    if (rest.length === 0 && action === 'balance') {
      for (const { account, cents } of await withDatabase(trialBalance)) out(`${account.padEnd(28)}${String(cents).padStart(16)}`);
      return 0;
    }
    error(usage.join('\n'));
    return 2;
  },
};

async function verify(out: (text: string) => void): Promise<0 | 1> {
  const found = await withDatabase(async (db, settings) => {
    // If the demo's clock was moved forward, some postings are in the future of real time.
    const clock = movableClock(systemClock);
    await clock.follow(db);
    const releases = databaseReleases(db);
    const active = await releases.activeHash();
    const release = active === undefined ? undefined : await releases.load(active);
    // Before the first release there are no loans, so the time zone does not matter.
    const timeZone = release?.manifest.settings.timeZone ?? 'UTC';
    return violationsIn(areas, { db, settings, clock, ports: openPorts(settings, { clock }), timeZone });
  });
  for (const { invariant, message } of found) out(`${invariant}: ${message}`);
  out(found.length === 0 ? `All ${Object.keys(invariantsOf(areas)).length} invariants hold.` : `${found.length} violations.`);
  return found.length === 0 ? 0 : 1;
}
