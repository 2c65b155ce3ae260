import type { ScreenModel } from '../screen/screenModel.ts';

/** The cursor of a page in the address. A filter or another order begins at the first page. */
export const pageName = 'page';

/**
 * Changes values of the query without a navigation: the focus, the scroll position and the history stay. Reloading the address, or coming
 * back to it, shows the same. An absent value leaves the query.
 */
export function setQuery(screen: ScreenModel, changes: Readonly<Record<string, string | undefined>>): void {
  const query = Object.fromEntries(
    Object.entries({ ...screen.place.query, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const address = new URL(window.location.href);
  address.search = new URLSearchParams(query).toString();
  window.history.replaceState(window.history.state, '', address);
  screen.place = { ...screen.place, query };
}
