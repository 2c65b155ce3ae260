import type { App } from './types.ts';

/** One line a request: the pattern of its route, never its address, headers or body, which may hold personal data. */
export function requestLog(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.session ? { customer: request.session.customerId } : {}),
      },
      'request',
    );
  });
}
