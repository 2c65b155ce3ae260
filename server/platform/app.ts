import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import type { Deps } from './deps.ts';
import { Connections } from './http/connections.ts';
import { answerError, problemErrors } from './http/errors.ts';
import { createListener } from './http/listener.ts';
import { parserErrors, refuseSocket } from './http/parserErrors.ts';
import { security } from './http/security.ts';
import type { App, Module } from './http/types.ts';
import { randomToken } from './random.ts';
import { ProblemError } from './problem.ts';
import { countFailures } from './rollout/count.ts';

/** Logs one line per request with the route pattern. URL, headers and body may contain personal data. */
function requestLog(app: App): void {
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

/** Parses JSON bodies only. Keys that would pollute a prototype are refused instead of silently dropped. */
function jsonBodies(app: App): void {
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

const bodyLimitBytes = 256 * 1024;

/** Without a display name, Fastify searches all loaded modules for the plugin's file, which takes a tenth of the startup time. */
const named = (name: string, register: Module) =>
  Object.assign(async (scope: App) => register(scope), { [Symbol.for('fastify.display-name')]: name });

export interface AppOptions {
  /** For `--lan`. */
  https?: { key: string; cert: string };
  /** Runs before every request. It refuses by throwing, or by sending a response and returning it. */
  admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** Builds the application for `inject` or `listen`. It does not listen by itself. */
export async function createApp(deps: Deps, { https, admit }: AppOptions = {}): Promise<App> {
  const { limits } = deps.settings;
  const connections = new Connections(limits);
  const refuseTunnel = (socket: Socket) => refuseSocket(deps, socket, 'notFound');
  const options: FastifyServerOptions = {
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: deps.settings.trustProxy,
    // Always generate request ids ourselves: a client that could choose one could mislead readers of the log.
    genReqId: () => randomToken(deps.random, 9),
    routerOptions: { maxParamLength: 200 },
    serverFactory: (handler) => createListener(handler, { connections, limits, refuseTunnel, ...(https ? { https } : {}) }),
    clientErrorHandler: parserErrors(deps, connections),
    frameworkErrors: answerError(deps),
    // Requests that arrive during shutdown are still served.
    return503OnClosing: false,
  };
  const app = Fastify(options);
  app.decorate('deps', deps);
  app.decorate('connections', connections);
  app.decorate('isLeaving', false);
  app.addHook('preClose', async () => connections.stop());
  app.addHook('onClose', async () => connections.close());
  app.addHook('onClose', () => deps.alarms.settled());
  app.addHook('onClose', () => deps.stepCounts.settled());
  app.addHook('onClose', () => deps.rolloutCounts.settled());
  app.decorateRequest('session', undefined);
  app.decorateRequest('release', undefined);
  app.decorateRequest('isSubmission', false);
  app.decorateRequest('rolloutPerson', undefined);
  app.decorateRequest('rolloutVisitor', undefined);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  await app.register(cookie);
  security(app);
  if (admit) app.addHook('onRequest', admit);
  jsonBodies(app);
  requestLog(app);
  problemErrors(app);
  countFailures(app);
  for (const { name, routes = [] } of deps.areas) for (const register of routes) await app.register(named(name, register));
  await app.ready();
  return app;
}
