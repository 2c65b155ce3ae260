import pino, { type DestinationStream, type Logger } from 'pino';
import type { ServerSettings } from './settings.ts';

/** Runs of digits long enough to be a phone, an account or an ID number. */
const longNumber = /\+?\d[\d\s-]{5,}\d/g;

/** Database and parsers quote the value they stumbled over: the words around it are kept, it is not. */
const withoutValues = (text: string) => text.replace(/"[^"]*("|$)/g, '"•••"').replace(longNumber, '•••');

/** What drivers of PostgreSQL say beside the message: names of our own schema. */
interface SchemaNames {
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
}

function errorFields({ name, message, stack, code, table, column, constraint }: Error & SchemaNames) {
  return {
    type: name,
    message: withoutValues(message),
    // Not `code`, under which codes of logins are removed.
    errorCode: code,
    table,
    column,
    constraint,
    stack: stack
      ?.split('\n')
      .slice(1, 12)
      .map((line) => line.trim()),
  };
}

/** Names under which personal data could slip into a line. */
const personal = ['phone', 'phoneNumber', 'to', 'code', 'token', 'cookie', 'answers', 'email', 'name', 'account', 'idNumber', 'answer'];

/**
 * One JSON object a line, so that nothing written by a client can begin a line of its own. No personal data: requests are
 * logged by route and opaque id, and what slips in under a tell-tale name is removed.
 */
export function createLog(level: ServerSettings['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: personal.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
    // What Fastify adds of itself would be the address and the client's.
    serializers: { err: errorFields, req: () => undefined, res: () => undefined },
  };
  return destination ? pino(options, destination) : pino(options);
}
