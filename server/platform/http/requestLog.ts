import type { App } from './types.ts';

/** Logs one line per request with the route pattern. URL, headers and body may contain personal data. */
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
