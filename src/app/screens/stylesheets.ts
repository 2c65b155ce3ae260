/** URLs of the page stylesheets by name. Vite creates a file for each. */
const addresses = Object.fromEntries(
  Object.entries(import.meta.glob<string>('../../styles/pages/*.css', { query: '?url', import: 'default', eager: true })).map(
    ([path, url]) => [path.replace(/^.*\/|\.css$/g, ''), url],
  ),
);

/** Stylesheet of pages without their own (G07). */
const byDefault = 'welcome';
/** A stylesheet that fails to load must not block the page. */
const maxWaitMs = 1500;

const links = new Map<string, HTMLLinkElement>();

/** Loads a page's stylesheet and removes that of the previous page. */
export async function applyStylesheet(name: string | undefined): Promise<void> {
  const wanted = name !== undefined && Object.hasOwn(addresses, name) ? name : byDefault;
  const url = addresses[wanted];
  if (url === undefined) return;
  const known = links.get(wanted);
  if (known) known.disabled = false;
  else await addLink(wanted, url);
  for (const [other, link] of links) if (other !== wanted) link.disabled = true;
}

function addLink(name: string, url: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.dataset['page'] = name;
  links.set(name, link);
  document.head.append(link);
  return new Promise((resolve) => {
    const done = () => resolve();
    link.addEventListener('load', done, { once: true });
    link.addEventListener('error', done, { once: true });
    setTimeout(done, maxWaitMs);
  });
}
