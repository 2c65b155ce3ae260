import { createRoot } from 'react-dom/client';
import { startAnalytics } from './analytics/start.ts';
import { App } from './App.tsx';
import { createApp } from './app.ts';
import type { AppProduct } from './product.ts';
import { type Boot, readBoot } from './boot.ts';
import type { Embed } from './embed/embed.ts';
import { startOffline } from './offline/startOffline.ts';
import { applyStylesheet } from './screens/stylesheets.ts';
import { keepLanguage } from './state/languages.ts';
import { applyLook } from './state/look.ts';

export function start(root: HTMLElement, product: AppProduct): void {
  const boot = readBoot();
  const { embed } = boot;
  if (embed) void import('./embed/embed.ts').then(({ createEmbed }) => run(root, product, boot, createEmbed(embed, boot)));
  else run(root, product, boot);
}

function run(root: HTMLElement, product: AppProduct, boot: Boot, embed?: Embed): void {
  const app = createApp(boot, product, embed);
  const { services, host } = app;
  const { language } = services.texts;
  // The ticket in the page has the texts of the page's language. If the device chose another, it requests its own ticket.
  if (boot.ticket && language === document.documentElement.lang)
    services.loader.keepTicket(location.pathname.slice(app.base.length) || '/', language, boot.ticket);
  void services.navigationExpressions().catch(() => undefined);
  keepLanguage(language);
  services.install.listen(window);
  // Early, so that the stylesheet loads in parallel with the screen's parts.
  void applyStylesheet(boot.ticket?.stylesheet);
  history.scrollRestoration = 'manual';
  applyLook(host.look, document.documentElement);
  window.addEventListener('storage', ({ key }) => {
    if (key !== (embed?.storageKey ?? boot.settings.storageKey)) return;
    const { isLoggedIn } = services.state;
    services.state.reread();
    // After a logout in another tab, the navigation rules choose the screen.
    if (isLoggedIn && !services.state.isLoggedIn) void app.navigator.again();
  });
  startAnalytics(boot, app);
  if (boot.mode === 'development') void import('./dev.ts').then(({ watchReleases }) => watchReleases(app));
  embed?.begin(app, root);
  createRoot(root).render(<App app={app} />);
  if (import.meta.env.PROD || boot.mode === 'development') startOffline(services);
}
