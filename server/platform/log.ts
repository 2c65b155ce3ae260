import pino, { type DestinationStream, type Logger } from 'pino';
import type { ServerSettings } from './settings.ts';

/** Digit runs long enough to be a phone, account or ID number. */
const longNumber = /\+?\d[\d\s-]{5,}\d/g;

/** Databases and parsers quote the value that failed. This removes the value and keeps the words around it. */
const withoutValues = (text: string) => text.replace(/"[^"]*("|$)/g, '"•••"').replace(longNumber, '•••');

/** Schema names that PostgreSQL drivers report with an error. */
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
    // Not `code`, because the log redacts that name for login codes.
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

/** Field names that may hold personal data. */
const personal = ['phone', 'phoneNumber', 'to', 'code', 'token', 'cookie', 'answers', 'email', 'name', 'account', 'idNumber', 'answer'];

/**
 * Writes one JSON object per line, so that client input cannot start a line of its own. No personal data: requests are logged by route and
 * opaque id, and fields with a suspicious name are removed.
 */
export function createLog(level: ServerSettings['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: personal.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
    // Fastify's own fields would add the URL and the client's address.
    serializers: { err: errorFields, req: () => undefined, res: () => undefined },
  };
  return destination ? pino(options, destination) : pino(options);
}
