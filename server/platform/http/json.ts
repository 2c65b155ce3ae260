import { ProblemError } from '../problem.ts';
import type { App } from './types.ts';

/** JSON bodies only. Names that would pollute a prototype are refused, never dropped in silence. */
export function jsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, {});
    return parse(request, text as string, (error, body) =>
      // The parser's own message quotes what was sent.
      error ? done(new ProblemError('badRequest', { problems: [{ code: 'json', path: '' }] })) : done(null, body),
    );
  });
}
