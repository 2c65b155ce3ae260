import type { Entry } from '../project/project.ts';

/** `flows/screens/home.screen.json` → `flows/cases/homeScreen.cases.json`; `navigation` needs no second name. */
export function casesFileOf({ id, kind }: Pick<Entry, 'id' | 'kind'>): { id: string; path: string } {
  const own = id === kind ? id : `${id}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return { id: own, path: `flows/cases/${own}.cases.json` };
}
