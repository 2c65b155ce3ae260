import { touchedScreens } from '../../../engine/diff/index.ts';
import type { Touched } from '../../contract/staff/preview.ts';
import { questionOf } from '../changes/problems.ts';
import { releasesOf } from '../changes/releases.ts';
import type { Deps } from '../deps.ts';
import { filesOf, titlesOf } from './places.ts';

/** The screens and flows that a change touches, and how many people have begun those flows. */
export async function touchedOf(deps: Deps, id: string): Promise<Touched> {
  const { asked } = await questionOf(deps, id);
  const [{ release }, before] = await Promise.all([
    deps.compilers.ask({ ...asked, wants: 'release' }),
    releasesOf(deps, asked.application).get(asked.before.hash),
  ]);
  if (!release || !before) return { isSound: false, isEverywhere: false, screens: [], flows: [] };
  const { screens, flows, isEverywhere } = touchedScreens(before.manifest, release.manifest);
  const titleOf = titlesOf(release);
  const files = filesOf(release.sources).screens;
  const counts = await deps.db
    .selectFrom('flow_states')
    .select((eb) => ['flow', eb.fn.countAll<string>().as('begun')])
    .where('flow', 'in', [...flows, ''])
    .groupBy('flow')
    .execute();
  return {
    isSound: true,
    isEverywhere,
    screens: screens.map(({ id: screen, is, step }) => {
      const { route } = release.manifest.screens[screen] ?? before.manifest.screens[screen] ?? {};
      const file = files[screen];
      return {
        id: screen,
        title: titleOf(screen),
        is,
        ...(file !== undefined && { file }),
        ...(route !== undefined && !route.includes(':') && { route }),
        ...(step && { at: step }),
      };
    }),
    flows: flows.map((flow) => ({ flow, begun: Number(counts.find((each) => each.flow === flow)?.begun ?? 0) })),
  };
}
