import { autorun } from 'mobx';
import type { Settings } from '../../../engine/config/settings.ts';
import { appearances, type Appearance, type Look } from '../../../engine/react/screen/types.ts';
import type { ClientState } from './clientState.ts';

const isAppearance = (value: unknown): value is Appearance => appearances.some((known) => known === value);

/** The look stored on this device: `theme`, a number from 1 (G09), and `appearance`. An unknown stored value counts as the default. */
export function createLook(state: ClientState, { theme: first, themes: palettes = [] }: Pick<Settings, 'theme' | 'themes'>): Look {
  return {
    palettes,
    theme: () => {
      const kept = Number(state.values['theme']);
      return Number.isInteger(kept) && kept >= 1 && kept <= palettes.length ? kept : first;
    },
    setTheme: (number) => state.set('theme', number),
    appearance: () => {
      const kept = state.values['appearance'];
      return isAppearance(kept) ? kept : 'system';
    },
    setAppearance: (appearance) => state.set('appearance', appearance),
  };
}

/** Applies the look to the page now and on every change. The stylesheets read `data-palette` and `data-theme`. */
export function applyLook(look: Look, { dataset }: HTMLElement): void {
  autorun(() => {
    dataset['palette'] = look.palettes[look.theme() - 1] ?? '';
    const appearance = look.appearance();
    if (appearance === 'system') delete dataset['theme'];
    else dataset['theme'] = appearance;
  });
}
