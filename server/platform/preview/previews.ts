import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Release } from '../../../engine/compiler/types.ts';
import type { ServerSettings } from '../settings.ts';
import { codeFile } from '../codeFile.ts';
import { placesOf } from './places.ts';
import type { Answers, Entry, Order, PreviewPerson, Report, SentOrder, WorldStart } from './messages.ts';

/** Heap of the world, without its database. */
const megabytes = 768;
/** After a failed start, the next attempt waits. */
const pauseMs = 10_000;
const answerMs = 60_000;

/** A stage as the world shows it now. */
export interface StagedRelease {
  /** The state of the change that it shows. */
  version: string;
  hash: string;
  port: number;
  /** Origin at which browsers reach it, if not a port of this host. */
  origin?: string;
  screens: { id: string; route: string; title: string }[];
  /** Steps that answers can reach, in the order of each flow. */
  steps: { flow: string; id: string; title: string }[];
  languages: { code: string; name: string }[];
  palettes: readonly string[];
}

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

interface Options {
  settings: ServerSettings;
  log: { warn(details: object, message: string): void };
  /** Origin at which browsers reach a stage. */
  originOf?: (stage: string) => string;
}

export type PreviewState = 'starting' | 'ready' | 'failed';

/**
 * The sandbox world, a child process that the first preview starts. It has its own database, key and clock, and nothing of this process's
 * environment, so it can reach neither customers nor providers. It exits when idle, and the next preview starts another.
 */
export class Previews {
  private child: ChildProcess | undefined;
  private state: 'off' | 'starting' | 'ready' = 'off';
  private failedAt = -Infinity;
  private lastNumber = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly stages = new Map<string, StagedRelease>();
  private readonly staging = new Map<string, Promise<StagedRelease | undefined>>();
  private readonly options: Options;
  /** Ready-made people; undefined until the world has made them. */
  people: readonly PreviewPerson[] | undefined;

  constructor(options: Options) {
    this.options = options;
  }

  /** Starts the world unless it runs. */
  begin(): PreviewState {
    if (this.state === 'off') {
      if (performance.now() - this.failedAt < pauseMs) return 'failed';
      this.start();
    }
    return this.state === 'ready' ? 'ready' : 'starting';
  }

  /**
   * Shows a state of a change on a stage.
   *
   * @param make the release, or undefined if the state has errors. Then the stage keeps what it shows.
   */
  async stage(name: string, version: string, make: () => Promise<Release | undefined>): Promise<StagedRelease | undefined> {
    const known = this.stages.get(name);
    if (known?.version === version) return known;
    const key = `${name} ${version}`;
    const pending = this.staging.get(key) ?? this.show(name, version, make).finally(() => this.staging.delete(key));
    this.staging.set(key, pending);
    return pending;
  }

  /** The current content of a stage. */
  known(stage: string): StagedRelease | undefined {
    return this.stages.get(stage);
  }

  private async show(name: string, version: string, make: () => Promise<Release | undefined>): Promise<StagedRelease | undefined> {
    const release = await make();
    if (!release) return this.stages.get(name);
    const origin = this.options.originOf?.(name);
    const { port } = await this.order({ do: 'stage', stage: name, release, ...(origin !== undefined && { origin }) });
    const { settings } = release.manifest;
    const staged: StagedRelease = {
      version,
      hash: release.hash,
      port,
      ...(origin !== undefined && { origin }),
      ...placesOf(release),
      languages: settings.languages.offered.map(({ code, name: written }) => ({ code, name: written })),
      palettes: settings.themes ?? [],
    };
    this.stages.set(name, staged);
    return staged;
  }

  /** Issues a ticket that starts one session within a minute. */
  async admit(stage: string, entry: Entry): Promise<Answers['admit']> {
    try {
      return await this.order({ do: 'admit', stage, entry });
    } catch (error) {
      // The world has closed this stage to make room for others. The next request opens it again.
      this.stages.delete(stage);
      throw error;
    }
  }

  /** Ends the sessions that were opened with a shared link. */
  async endLink(link: string): Promise<void> {
    if (this.state === 'ready') await this.order({ do: 'end', link });
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.forget(new Error('The server is shutting down.'));
    if (!child || child.exitCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.disconnect();
    const timer = setTimeout(() => child.kill('SIGKILL'), answerMs / 10);
    await ended;
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private order<Do extends Order['do']>(order: Extract<Order, { do: Do }>): Promise<Answers[Do]> {
    const { child } = this;
    if (!child || this.state !== 'ready') return Promise.reject(new Error('The preview is not running.'));
    const number = (this.lastNumber += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(child), answerMs);
      this.waiting.set(number, { resolve: (answer) => resolve(answer as Answers[Do]), reject, timer });
      child.send({ ...order, number } satisfies SentOrder);
    });
  }

  /** Kills a world that hangs: it handles orders one at a time, so it would never respond again. The next request starts another. */
  private giveUp(child: ChildProcess): void {
    if (child !== this.child) return;
    this.options.log.warn({ pid: child.pid }, 'the preview does not answer; the next one starts it again');
    child.kill('SIGKILL');
    this.forget(new Error('The preview does not answer.'));
  }

  private settle(number: number, how: (waiting: Waiting) => void): void {
    const found = this.waiting.get(number);
    if (!found) return;
    this.waiting.delete(number);
    clearTimeout(found.timer);
    how(found);
  }

  private get folder(): string {
    return join(this.options.settings.dataDir, 'preview');
  }

  private start(): void {
    const { settings, log } = this.options;
    rmSync(this.folder, { recursive: true, force: true });
    const child = fork(fileURLToPath(codeFile('../previewWorld', import.meta.url)), settings.lan ? ['--lan'] : [], {
      env: environmentOf(settings, this.folder),
      execArgv: [...process.execArgv, `--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child = child;
    this.state = 'starting';
    child.send({ logLevel: 'error', ...(settings.lan && { certificateDir: settings.dataDir }) } satisfies WorldStart);
    child.on('message', (said: Report) => child === this.child && this.hear(said));
    child.on('error', (error) => log.warn({ err: error }, 'the preview failed'));
    child.once('exit', (code) => {
      if (child !== this.child) return;
      if (code !== 0) {
        this.failedAt = performance.now();
        log.warn({ code }, 'the preview ended; the next one starts it again');
      }
      this.forget(new Error('The preview has ended.'));
    });
    // Lets the server exit when it has nothing else to do.
    child.unref();
    child.channel?.unref();
  }

  private hear(said: Report): void {
    if (said.is === 'ready') this.state = 'ready';
    else if (said.is === 'people') this.people = said.people;
    else if (said.is === 'answer') this.settle(said.number, ({ resolve }) => resolve(said.answer));
    else this.settle(said.number, ({ reject }) => reject(new Error(said.message)));
  }

  private forget(error: Error): void {
    this.child = undefined;
    this.state = 'off';
    this.people = undefined;
    this.stages.clear();
    for (const number of this.waiting.keys()) this.settle(number, ({ reject }) => reject(error));
  }
}

/** Passes only what the world needs: no key, no database and no provider of this server. */
function environmentOf(
  { host, projectDir, configDir, distDir, lan, previewPeople }: ServerSettings,
  dataDir: string,
): Record<string, string> {
  return {
    HAKBANG_MODE: 'demo',
    HAKBANG_PROJECT: projectDir,
    CONFIG_DIR: configDir,
    DIST_DIR: distDir,
    DATA_DIR: dataDir,
    PREVIEW: 'false',
    DEMO_CUSTOMERS: String(previewPeople),
    ...(!lan && { HOST: host }),
    ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }),
  };
}
