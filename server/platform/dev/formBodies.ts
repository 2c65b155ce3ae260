import type { App } from '../http/types.ts';

/** Accepts HTML form posts in this scope. Elsewhere, bodies are JSON. */
export function formBodies(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
}
