import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ReleaseStore } from '../../../engine/cli/types.ts';
import { compile } from '../../../engine/compiler/index.ts';
import type { Release, SourceFile } from '../../../engine/compiler/types.ts';
import type { Registry } from '../../../engine/config/definitions.ts';
import { mainApplication } from '../project.ts';
import type { DatabaseCommands } from './databaseCommands.ts';
import { operatorMessages, type DatabaseMessages, type OperatorMessages, type ReleaseMessages } from './messages.ts';
import { newPlace, placeFile } from './place.ts';

/** The releases of one application. */
export interface OperatedApplication {
  registry: Registry;
  store: Required<ReleaseStore>;
  /** Called after the active release changed. */
  onMoved: () => Promise<void>;
}

export interface OperatorOptions {
  /** Folder of the embedded database, which only its owner can read. */
  directory: string;
  /** By name. Commands use `main` by default. */
  applications: Readonly<Record<string, OperatedApplication>>;
  commands: DatabaseCommands;
  /** Set if nothing can be published here: the reason. */
  refusal?: string | undefined;
}

/** A message that the command prints as it is. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const maxBytes = 32 * 1024 * 1024;

/**
 * Lets `hakbang publish | rollback | diff | pull` work while this server has the embedded database open. Nobody reaches it over the
 * network: it listens on a Unix socket, and asks for a token from a file that only the owner of the database can read.
 */
export async function serveOperator(options: OperatorOptions): Promise<{ close(): Promise<void> }> {
  const { directory } = options;
  const place = newPlace(directory);
  const answer = answers(options);
  let last: Promise<unknown> = Promise.resolve();
  // One at a time: a release takes memory and a whole core.
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || !isShown(request, place.token)) return refuse(response, new Refused(401, 'The token is wrong.'));
    inTurn(async () => answer(nameOf(request), JSON.parse(await bodyOf(request))))
      .then((result) => send(response, 200, { result }))
      .catch((error: unknown) => refuse(response, error));
  });
  server.maxConnections = 8;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(place.socket, resolve));
  if (process.platform !== 'win32') chmodSync(place.socket, 0o600);
  writePlace(directory, { socket: place.socket, token: place.token });
  return {
    close: async () => {
      rmSync(placeFile(directory), { force: true });
      await last;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      place.remove();
    },
  };
}

/** Renaming replaces an earlier file, whatever its mode or owner. */
function writePlace(directory: string, place: { socket: string; token: string }): void {
  const file = placeFile(directory);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const isShown = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));

type Name = keyof OperatorMessages;

function nameOf({ url = '' }: IncomingMessage): Name {
  const name = url.slice(1);
  if (!Object.hasOwn(operatorMessages, name)) throw new Refused(404, `The running server does not know the command "${name}". Restart it.`);
  return name as Name;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refused(413, `The configuration has more than ${maxBytes / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answers({ applications, commands, refusal }: OperatorOptions): (name: Name, message: unknown) => Promise<unknown> {
  const ajv = new Ajv2020();
  const validators = new Map(Object.entries(operatorMessages).map(([name, schema]) => [name, ajv.compile(schema)]));
  const answering = new Map(Object.entries(applications).map(([name, each]) => [name, answersOf(each, refusal)]));
  const ofDatabase = answersOfDatabase(commands);
  return (name, message) => {
    if (!validators.get(name)?.(message)) throw new Refused(400, 'The running server does not understand this command. Restart it.');
    const { application = mainApplication } = message as ReleaseMessages[keyof ReleaseMessages];
    const by: Readonly<Record<string, unknown>> | undefined = Object.hasOwn(ofDatabase, name) ? ofDatabase : answering.get(application);
    if (!by) throw new Refused(404, `The running server has no application "${application}". Restart it.`);
    return (by[name] as (message: unknown) => Promise<unknown>)(message);
  };
}

type Answers<Messages> = { [Each in keyof Messages]: (message: Messages[Each]) => Promise<unknown> };

const answersOfDatabase = (commands: DatabaseCommands): Answers<DatabaseMessages> => ({
  verifyAudit: ({ noted }) => commands.verifyAudit(noted),
  addPerson: ({ person, by }) => commands.addPerson(person, by),
  unlockPerson: ({ name, reason, by }) => commands.unlockPerson(name, reason, by),
  setEmergency: ({ name, reason, by }) => commands.setEmergency(name, reason, by),
});

function answersOf({ registry, store, onMoved }: OperatedApplication, refusal: string | undefined): Answers<ReleaseMessages> {
  let made: Release | undefined;

  async function releaseOf(files: readonly SourceFile[], hash: string): Promise<Release> {
    if (made?.hash === hash) return made;
    const { release } = await compile(files, registry);
    if (release?.hash !== hash)
      throw new Refused(
        409,
        'The running server compiles these files to a different release, because it runs different code. Restart it, then publish again.',
      );
    made = release;
    return release;
  }

  const assertMay = (): void => {
    if (refusal !== undefined) throw new Refused(409, refusal);
  };
  return {
    active: () => store.active(),
    sources: ({ hash }) => store.sources(hash),
    pull: ({ change }) => store.pull(change),
    push: ({ files, title, as, on, by: who }) => store.push(files, { title, as, ...(on !== undefined && { on }) }, who),
    rehearse: async ({ hash, files, policy }) => store.rehearse(files ? await releaseOf(files, hash) : hash, policy),
    async publish({ files, hash, by: who, policy, breakGlass }) {
      assertMay();
      const options = { ...(policy && { policy }), ...(breakGlass !== undefined && { breakGlass }) };
      const published = await store.publish(await releaseOf(files, hash), who, options);
      await onMoved();
      return published;
    },
    async rollback({ hash, by: who }) {
      assertMay();
      const active = await store.rollback(hash, who);
      await onMoved();
      return active;
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  send(response, error instanceof Refused ? error.status : 500, { message });
}
