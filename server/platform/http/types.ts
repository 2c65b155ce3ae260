import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Connections } from './connections.ts';

/** The application: Fastify with the deps at `app.deps`. */
export type App = FastifyInstance;

/** A part of the application that registers its routes. */
export type Module = (app: App) => void | Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
    connections: Connections;
    /** The node is about to stop: balancers are told, requests are still served. */
    isLeaving: boolean;
  }
}
