import { operations } from '../../contract/operations.ts';
import { staffOperations } from '../../contract/staff/operations.ts';
import { plainStyles } from '../../http/html.ts';
import type { App } from '../../http/types.ts';
import { docsPage } from './docs.ts';
import { openApiDocument } from './document.ts';

/** `/api/openapi.json` and a page to read it by. */
export function openApi(app: App): void {
  const all = { ...operations, ...staffOperations };
  const document = openApiDocument(all);
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(Object.values(all), app.deps.releases.active().manifest.errors)),
  );
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css').header('cache-control', 'public, max-age=3600').send(plainStyles));
}
