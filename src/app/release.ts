import type { Boot } from './boot.ts';
import type { Navigator } from './screens/navigator.ts';
import type { Services } from './services.ts';

/**
 * Switches to the active release without a reload. Settings, navigation and common words are loaded again; the current screen is built
 * from the new files and keeps what was typed.
 */
export async function takeRelease(services: Services, navigator: Navigator): Promise<void> {
  const { client, setBoot, loader, texts } = services;
  const { language } = texts;
  setBoot((await client.call('release.boot', { path: location.pathname, language })) as Boot);
  loader.forgetTickets();
  await loader.commonWords(language);
  await navigator.again();
}
