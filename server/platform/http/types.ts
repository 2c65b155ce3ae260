import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Connections } from './connections.ts';

/** Fastify with the dependencies at `app.deps`. */
export type App = FastifyInstance;

/** Registers routes of one part of the application. */
export type Module = (app: App) => void | Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    connections: Connections;
    /** The node is shutting down: health checks fail, requests are still served. */
    isLeaving: boolean;
  }
}
