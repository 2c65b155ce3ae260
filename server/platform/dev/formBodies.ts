import type { App } from '../http/types.ts';

/** Lets plain HTML forms be posted within this scope; everywhere else bodies are JSON. */
export function formBodies(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
}
