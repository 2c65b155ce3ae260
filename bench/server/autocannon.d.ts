/** autocannon 9 ships no types. These are the parts in use. */
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }

  export interface Step<Context> extends Request {
    setupRequest?(request: Request, context: Context): Request;
    onResponse?(status: number, body: string, context: Context, headers: Record<string, string>): void;
  }

  interface Options<Context> {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Total requests per second over all connections. Unlimited if absent. */
    overallRate?: number;
    requests?: Step<Context>[];
    initialContext?: Context;
  }

  interface Result {
    requests: { average: number; total: number };
    /** Milliseconds. */
    latency: { p99: number };
    errors: number;
    timeouts: number;
    non2xx: number;
    '5xx': number;
  }

  interface Run extends Promise<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void): this;
  }

  export default function autocannon<Context = object>(options: Options<Context>): Run;
}
