import { openRelease, type OpenRelease } from '../../engine/compiler/index.ts';
import { compose } from './compose.ts';
import type { Deps } from './deps.ts';
import { errorCode } from './errorCode.ts';
import { startWorker } from './jobs/worker.ts';
import { lanCertificate } from './lan/lan.ts';
import { createLog } from './log.ts';
import { loadProject } from './loadProject.ts';
import { compressQuickly } from './release/compress.ts';
import { databaseReleases } from './release/databaseTable.ts';
import { readSettings } from './settings.ts';
import { systemClock } from './time.ts';
import type { Order, Report, SentOrder, WorldStart } from './preview/messages.ts';
import { openStage, type Stage } from './preview/world/stage.ts';

/** The sandbox world: the real server in its own process, with made-up people. Only its parent process can tell it what to show. */

/** Maximum number of stages, which show changes before and after. Opening another closes the least recently used one. */
const mostStages = 8;
const idleMs = 15 * 60_000;

const report = (said: Report) => void process.send?.(said);

async function run({ certificateDir, logLevel }: WorldStart): Promise<void> {
  const settings = { ...readSettings({ ...process.env, LOG_LEVEL: logLevel }, process.argv.slice(2)), isWorld: true };
  const project = await loadProject(settings.projectDir);
  const log = createLog(settings.logLevel);
  const composed = await compose({ registry: project.registry, server: project.server }, settings, log);
  const { deps } = composed;
  const { prepareDemo } = await project.server();
  const https = certificateDir === undefined ? undefined : lanCertificate(certificateDir, systemClock.now());
  const calledOff = new AbortController();
  let seenAt = Date.now();
  const onSeen = () => void (seenAt = Date.now());
  const stages = new Stages(deps, { https, onSeen });
  const stop = async () => {
    calledOff.abort();
    setTimeout(() => process.exit(1), 5000).unref();
    await stages.close();
    await composed.close();
    process.exit(0);
  };
  const end = () => void stop().catch(() => process.exit(1));
  process.once('disconnect', end);
  process.once('SIGTERM', end);
  // Ctrl-C reaches the whole process group, but only the parent ends this process.
  process.on('SIGINT', () => undefined);
  setInterval(() => Date.now() - seenAt > idleMs && end(), 30_000).unref();
  process.on('message', (sent: SentOrder) => {
    onSeen();
    stages.obey(sent).then(
      (answer) => report({ is: 'answer', number: sent.number, answer }),
      (error: unknown) => report({ is: 'failure', number: sent.number, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  report({ is: 'ready' });
  await prepareDemo?.(deps, () => undefined, calledOff.signal);
  const people = (await deps.product.previewPeople?.(deps)) ?? [];
  report({ is: 'people', people: people.map(({ id, name, shows }) => ({ id, name, shows })) });
  if (!calledOff.signal.aborted) startWorker(deps);
}

class Stages {
  private readonly open = new Map<string, { stage: Stage; port: number }>();
  private queue: Promise<unknown> = Promise.resolve();
  private readonly deps: Deps;
  private readonly options: { https: { key: string; cert: string } | undefined; onSeen: () => void };

  constructor(deps: Deps, options: Stages['options']) {
    this.deps = deps;
    this.options = options;
  }

  /** Handles orders one at a time. */
  obey(order: Order): Promise<unknown> {
    const answer = this.queue.then(() => this.carryOut(order));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map(({ stage }) => stage.app.close()));
  }

  private async carryOut(order: Order): Promise<object> {
    if (order.do === 'stage') return { port: await this.show(order) };
    if (order.do === 'end') return { ended: [...this.open.values()].reduce((sum, { stage }) => sum + stage.endLink(order.link), 0) };
    const found = this.open.get(order.stage);
    if (!found) throw new Error(`There is no stage ${order.stage}.`);
    this.use(order.stage, found);
    return found.stage.admit(order.entry);
  }

  private async show({ stage: name, release, origin }: Extract<Order, { do: 'stage' }>): Promise<number> {
    const { deps } = this;
    await databaseReleases(deps.db, { compress: compressQuickly }).save(release, 'preview');
    const loaded = await deps.releases.get(release.hash);
    if (!loaded) throw new Error(`Release ${release.hash} is not stored.`);
    let opened: Promise<OpenRelease> | undefined;
    const shown = { loaded, open: () => (opened ??= openRelease(release)), sources: release.sources };
    const known = this.open.get(name);
    if (known) {
      known.stage.show(shown);
      this.use(name, known);
      return known.port;
    }
    const { https, onSeen } = this.options;
    const person = async (id: string) => (await deps.product.previewPeople?.(deps))?.find((each) => each.id === id);
    const stage = await openStage({
      name: `s${this.nextName++}`,
      base: deps,
      release: shown,
      person,
      onSeen,
      ...(https && { https }),
      ...(origin !== undefined && { origin }),
    });
    await stage.app.listen({ host: deps.settings.host, port: 0 });
    const address = stage.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    this.use(name, { stage, port });
    await this.closeOldest();
    return port;
  }

  private nextName = 1;

  private use(name: string, stage: { stage: Stage; port: number }): void {
    this.open.delete(name);
    this.open.set(name, stage);
  }

  private async closeOldest(): Promise<void> {
    const [oldest] = this.open;
    if (this.open.size <= mostStages || !oldest) return;
    this.open.delete(oldest[0]);
    await oldest[1].stage.app.close();
  }
}

process.once('message', (start: WorldStart) => {
  run(start).catch((error: unknown) => {
    process.stderr.write(`preview: ${error instanceof Error ? (error.stack ?? error.message) : String(error)} ${errorCode(error) ?? ''}\n`);
    process.exit(1);
  });
});
