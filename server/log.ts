import pino, { type DestinationStream, type Logger } from 'pino';
import type { ServerSettings } from './settings.ts';

/** Runs of digits long enough to be a phone, an account or an ID number. */
const longNumber = /\+?\d[\d\s-]{5,}\d/g;

/** Database errors quote the row they stumbled over: its words are kept, its values are not. */
const withoutNumbers = (text: string) => text.replace(longNumber, '•••');

function errorFields(error: Error & { code?: string }) {
  return {
    type: error.name,
    message: withoutNumbers(error.message),
    code: error.code,
    stack: error.stack
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
