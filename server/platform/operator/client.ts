import { lstatSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { ReleaseStore } from '../../../engine/cli/types.ts';
import type { DatabaseCommands } from './databaseCommands.ts';
import type { OperatorMessages } from './messages.ts';
import { placeFile, type OperatorPlace } from './place.ts';

/** The running server refused a command. The message says why. */
class OperatorRefused extends Error {
  override name = 'OperatorRefused';
}

/**
 * The release store of the server that has the database in a folder open. Undefined if none offers it to this user.
 *
 * @param application whose releases; the main application's by default
 */
export function operatorStore(directory: string, application?: string): ReleaseStore | undefined {
  const call = callerOf(directory, application);
  if (!call) return undefined;
  return {
    active: () => call('active', {}),
    sources: (hash) => call('sources', { hash }),
    pull: (change) => call('pull', change === undefined ? {} : { change }),
    push: (files, options, by) => call('push', { files: [...files], ...options, by }),
    publish: ({ sources, hash }, by, options) => call('publish', { files: [...sources], hash, by, ...options }),
    rollback: (hash, by) => call('rollback', { by, ...(hash !== undefined && { hash }) }),
    rehearse: (release, policy) => {
      const made = typeof release === 'string' ? { hash: release } : { hash: release.hash, files: [...release.sources] };
      return call('rehearse', { ...made, ...(policy && { policy }) });
    },
    close: async () => {},
  };
}

/** The other commands of that server. */
export function operatorCommands(directory: string): DatabaseCommands | undefined {
  const call = callerOf(directory);
  if (!call) return undefined;
  return {
    verifyAudit: (noted) => call('verifyAudit', noted ? { noted } : {}),
    addPerson: (person, by) => call('addPerson', { person, by }),
    unlockPerson: (name, reason, by) => call('unlockPerson', { name, reason, by }),
    setEmergency: (name, reason, by) => call('setEmergency', { name, reason, by }),
  };
}

type Call = <Result, Name extends keyof OperatorMessages>(name: Name, message: OperatorMessages[Name]) => Promise<Result>;

function callerOf(directory: string, application?: string): Call | undefined {
  const place = placeIn(directory);
  if (!place) return undefined;
  return <Result>(name: string, message: object) =>
    ask(place, name, { ...message, ...(application !== undefined && { application }) }) as Promise<Result>;
}

/** Reads the file that the server wrote. Ignores a file that belongs to somebody else or that others can read. */
function placeIn(directory: string): OperatorPlace | undefined {
  try {
    const file = placeFile(directory);
    const { uid, mode } = lstatSync(file);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    return isOurs ? (JSON.parse(readFileSync(file, 'utf8')) as OperatorPlace) : undefined;
  } catch {
    return undefined;
  }
}

function ask({ socket, token }: OperatorPlace, name: string, message: object): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(message));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: socket, path: `/${name}`, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const said = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { result?: unknown; message?: string };
        if (response.statusCode === 200) resolve(said.result);
        else reject(new OperatorRefused(said.message ?? `The running server answered with ${response.statusCode}.`));
      });
    });
    sent.on('error', ({ message: why }) =>
      reject(new OperatorRefused(`The process that has the database open does not answer (${why}). Stop it, or try again.`)),
    );
    sent.end(body);
  });
}
