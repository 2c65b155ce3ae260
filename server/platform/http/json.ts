import { ProblemError } from '../problem.ts';
import type { App } from './types.ts';

/** Parses JSON bodies only. Keys that would pollute a prototype are refused instead of silently dropped. */
export function jsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    return parse(request, text as string, (error, body) =>
      // The parser's own message quotes the body.
      error ? done(new ProblemError('badRequest', { problems: [{ code: 'json', path: '' }] })) : done(null, body),
    );
  });
}
