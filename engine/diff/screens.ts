import type { Manifest } from '../compiler/types.ts';
import { stableJson } from '../form/hash.ts';

export interface TouchedScreen {
  id: string;
  is: 'added' | 'changed' | 'removed';
  /** The step that shows it, if one does. */
  step?: { flow: string; step: string };
}

export interface Touched {
  screens: TouchedScreen[];
  /** The flows of changed screens, and flows that changed themselves. */
  flows: string[];
  /** Something that every screen loads has changed: common texts, the navigation, settings or error messages. */
  isEverywhere: boolean;
}

/**
 * Compares two releases of one product by what each screen loads. Parts of a screen are named by their content hash, so no change is
 * missed.
 */
export function touchedScreens(before: Manifest, after: Manifest): Touched {
  const ids = [...new Set([...Object.keys(after.screens), ...Object.keys(before.screens)])];
  const screens = ids.flatMap((id): TouchedScreen[] => {
    const [old, now] = [loadedBy(before, id), loadedBy(after, id)];
    if (old === now) return [];
    const step = stepOf(now === undefined ? before : after, id);
    return [{ id, is: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed', ...(step && { step }) }];
  });
  const changed = Object.keys({ ...before.flows, ...after.flows }).filter((flow) => !isSame(before.flows[flow], after.flows[flow]));
  return {
    screens,
    flows: [...new Set([...changed, ...screens.flatMap(({ step }) => step?.flow ?? [])])],
    isEverywhere: !isSame(everywhere(before), everywhere(after)),
  };
}

/** All parts that a screen loads, as text; undefined if there is no such screen. */
function loadedBy({ screens, forms }: Manifest, id: string): string | undefined {
  const screen = Object.hasOwn(screens, id) ? screens[id] : undefined;
  return screen && stableJson([screen, screen.forms.map((form) => [forms[form]?.definition, forms[form]?.module])]);
}

function stepOf({ flows, routes }: Manifest, screen: string): TouchedScreen['step'] {
  for (const [flow, { flow: written }] of Object.entries(flows)) {
    const step = written.steps.find(({ route }) => routes[route] === screen);
    if (step) return { flow, step: step.id };
  }
  return undefined;
}

const everywhere = ({ commonTexts, navigation, navigationExpressions, settings, errors }: Manifest) => [
  commonTexts,
  navigation,
  navigationExpressions,
  settings,
  errors,
];

const isSame = (one: unknown, other: unknown): boolean => stableJson(one) === stableJson(other);
