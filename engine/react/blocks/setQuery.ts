import type { ScreenModel } from '../screen/screenModel.ts';

/** Query parameter with the cursor of a page. A new filter or order starts at the first page. */
export const pageName = 'page';

/** Returns the screen's query with changes. An absent value removes its parameter. */
const changed = (screen: ScreenModel, changes: Changes): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...screen.place.query, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1])));

type Changes = Readonly<Record<string, string | undefined>>;

/** Returns the path of a screen with a changed query. */
export const pathWith = (screen: ScreenModel, changes: Changes): string => {
  const query = new URLSearchParams(changed(screen, changes)).toString();
  return query ? `${screen.place.path}?${query}` : screen.place.path;
};

/**
 * Changes query parameters without a navigation: the focus, the scroll position and the history stay. Reloading the URL, or coming back to
 * it, shows the same page. An absent value removes its parameter.
 */
export function setQuery(screen: ScreenModel, changes: Changes): void {
  const query = changed(screen, changes);
  const address = new URL(window.location.href);
  address.search = new URLSearchParams(query).toString();
  window.history.replaceState(window.history.state, '', address);
  screen.place = { ...screen.place, query };
}
