import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import { valueAt } from '../../../engine/config/valueAt.ts';
import type { StagedRelease } from './previews.ts';

/** The screens of a release that need no parameter, and the steps of its flows, with their titles in the default language. */
export function placesOf(release: Release): Pick<StagedRelease, 'screens' | 'steps'> {
  const { screens, flows, routes } = release.manifest;
  const [wordOf, titleOf] = [wordsOf(release), titlesOf(release)];
  return {
    screens: Object.entries(screens)
      .filter(([, { route, internal }]) => !route.includes(':') && internal !== true)
      .map(([id, { route }]) => ({ id, route, title: titleOf(id) })),
    steps: Object.entries(flows).flatMap(([flow, { flow: written }]) =>
      written.steps.map(({ id, route, form }) => {
        const screen = routes[route] ?? id;
        // The heading that the step's screen shows.
        return { flow, id, title: (form === undefined ? undefined : wordOf(screen, `forms.${form}.title`)) ?? titleOf(screen) };
      }),
    ),
  };
}

/** A text that a screen loads, in the default language. */
const wordsOf =
  ({ manifest: { screens, settings }, parts }: Release) =>
  (screen: string, key: string): string | undefined => {
    const body = parts.get(screens[screen]?.texts[settings.languages.default] ?? '')?.body;
    const word = body === undefined ? undefined : valueAt(JSON.parse(body), key);
    return typeof word === 'string' ? word : undefined;
  };

/** The title of a screen, or its id. */
export const titlesOf = (release: Release) => (screen: string) => wordsOf(release)(screen, `screens.${screen}.title`) ?? screen;

/** The files of screens and forms by id. */
export function filesOf(sources: readonly SourceFile[]): Record<'screens' | 'forms', Record<string, string>> {
  const named = (ending: string) =>
    Object.fromEntries(
      sources
        .filter(({ path }) => path.endsWith(ending))
        .map(({ path, text }) => [String((JSON.parse(text) as { id?: unknown }).id), path]),
    );
  return { screens: named('.screen.json'), forms: named('.schema.json') };
}
