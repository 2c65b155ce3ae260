import { offsetIn } from '../../../engine/config/days.ts';
import { createHash } from 'node:crypto';
import type { Registry } from '../../../engine/config/definitions.ts';
import type { Settings } from '../../../engine/config/settings.ts';
import type { Boot, ScreenTicket } from '../../contract/schemas.ts';
import type { Deps } from '../deps.ts';
import { todayOf } from '../time.ts';
import type { LoadedRelease } from '../release/types.ts';
import { partAddress } from '../release/address.ts';

type Operations = Registry['operations'];

const contracts = new WeakMap<Operations, string>();

/** Hash of all response schemas. Each page names it, so it is computed once. */
function contractOf(operations: Operations): string {
  const known = contracts.get(operations);
  if (known !== undefined) return known;
  const answers = Object.values(operations).map(({ id, output }) => [id, output]);
  const contract = createHash('sha256').update(JSON.stringify(answers)).digest('hex').slice(0, 16);
  contracts.set(operations, contract);
  return contract;
}

/**
 * Builds the data that a page needs before its first screen.
 *
 * @param operations those of the application that the page belongs to
 */
export function bootOf(deps: Deps, release: LoadedRelease, operations: Operations, ticket: ScreenTicket | undefined): Boot {
  const { settings, navigation, navigationExpressions, errors, commonTexts } = release.manifest;
  return {
    release: release.hash,
    contract: contractOf(operations),
    mode: deps.settings.mode,
    settings: withToken(settings, deps),
    navigation,
    navigationExpressions: partAddress(navigationExpressions),
    errors,
    commonTexts: Object.fromEntries(Object.entries(commonTexts).map(([language, part]) => [language, partAddress(part)])),
    ...(ticket ? { ticket } : {}),
    today: todayOf(deps),
    utcOffsetMinutes: offsetIn(settings.timeZone, deps.clock.now()) / 60_000,
  };
}

/** Adds the analytics app token. It belongs to the installation, not the configuration, and is public in production only (G11). */
function withToken(settings: Settings, { settings: { mode, analyticsToken } }: Deps): Settings {
  const { analytics } = settings;
  if (mode !== 'production' || !analytics || analyticsToken === undefined) return settings;
  return { ...settings, analytics: Object.assign({ token: analyticsToken }, analytics) };
}
