import type { Area } from '../area.ts';
import { sendCompressed } from '../http/compressed.ts';
import { plainStyles } from '../http/html.ts';
import type { App } from '../http/types.ts';
import { docsPage } from './docs.ts';
import { openApiDocument } from './document.ts';

/** Serves `/api/openapi.json` and a page to read it. Production lists only customer operations and omits the page. */
function openApi(app: App): void {
  const { settings, product } = app.deps;
  const isPublic = settings.mode === 'production';
  const all = { ...product.operations, ...(isPublic ? {} : product.staffOperations) };
  let document: string | undefined;
  app.get('/api/openapi.json', (request, reply) => {
    document ??= JSON.stringify(openApiDocument(all));
    return sendCompressed(request, reply.type('application/json; charset=utf-8'), document);
  });
  // Other plain pages share this stylesheet.
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css').header('cache-control', 'public, max-age=3600').send(plainStyles));
  if (isPublic) return;
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(Object.values(all), app.deps.releases.active().manifest.errors)),
  );
}

export const openapiArea: Area = { name: 'openapi', routes: [openApi] };
