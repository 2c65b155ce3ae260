import type { ScreenModel } from '../screen/screenModel.ts';

/** The cursor of a page in the address. A filter or another order begins at the first page. */
export const pageName = 'page';

/** The query of a screen with changes. An absent value leaves it. */
const changed = (screen: ScreenModel, changes: Changes): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...screen.place.query, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1])));

type Changes = Readonly<Record<string, string | undefined>>;

/** The path of a screen with another query. */
export const pathWith = (screen: ScreenModel, changes: Changes): string => {
  const query = new URLSearchParams(changed(screen, changes)).toString();
  return query ? `${screen.place.path}?${query}` : screen.place.path;
};

/**
 * Changes values of the query without a navigation: the focus, the scroll position and the history stay. Reloading the address, or coming
 * back to it, shows the same. An absent value leaves the query.
 */
export function setQuery(screen: ScreenModel, changes: Changes): void {
  const query = changed(screen, changes);
  const address = new URL(window.location.href);
  address.search = new URLSearchParams(query).toString();
  window.history.replaceState(window.history.state, '', address);
  screen.place = { ...screen.place, query };
}
