import type { Release } from '../../../engine/compiler/types.ts';
import { valueAt } from '../../../engine/config/valueAt.ts';
import type { StagedRelease } from './previews.ts';

/** The screens of a release that need no parameter, and the steps of its flows, with their titles in the default language. */
export function placesOf({ manifest, parts }: Release): Pick<StagedRelease, 'screens' | 'steps'> {
  const { screens, flows, routes, settings } = manifest;
  const wordOf = (screen: string, key: string): string | undefined => {
    const body = parts.get(screens[screen]?.texts[settings.languages.default] ?? '')?.body;
    const word = body === undefined ? undefined : valueAt(JSON.parse(body), key);
    return typeof word === 'string' ? word : undefined;
  };
  const titleOf = (id: string): string => wordOf(id, `screens.${id}.title`) ?? id;
  return {
    screens: Object.entries(screens)
      .filter(([, { route, internal }]) => !route.includes(':') && internal !== true)
      .map(([id, { route }]) => ({ id, route, title: titleOf(id) })),
    steps: Object.entries(flows).flatMap(([flow, { flow: written }]) =>
      written.steps.map(({ id, route, form }) => {
        const screen = routes[route] ?? id;
        // The heading that the screen of a step has.
        return { flow, id, title: (form === undefined ? undefined : wordOf(screen, `forms.${form}.title`)) ?? titleOf(screen) };
      }),
    ),
  };
}
