import type { Boot } from './boot.ts';
import type { Navigator } from './screens/navigator.ts';
import type { Services } from './services.ts';

/**
 * Switches to the active release without a page reload. Reloads settings, navigation and common texts, and rebuilds the current screen from
 * the new files. Typed answers stay.
 */
export async function takeRelease(services: Services, navigator: Navigator): Promise<void> {
  const { client, setBoot, loader, texts } = services;
  const { language } = texts;
  setBoot((await client.call('release.boot', { path: navigator.path ?? '/', language })) as Boot);
  loader.forgetTickets();
  await loader.commonWords(language);
  await navigator.again();
}
