import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyListenOptions } from 'fastify';
import type { Registry } from '../../engine/config/definitions.ts';
import { createApp } from './app.ts';
import { compose, type Composed } from './compose.ts';
import { lanAddresses, lanCertificate } from './lan/lan.ts';
import { createLog } from './log.ts';
import type { Deps } from './deps.ts';
import { loadProject } from './loadProject.ts';
import { mainApplication, type Project, type ProjectServer } from './project.ts';
import type { App } from './http/types.ts';
import { PreviewServer } from './preview/server.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { loginPolicy, weakestSafeCodeLength } from './loginPolicy/policy.ts';
import { databaseCommands } from './operator/databaseCommands.ts';
import { serveOperator } from './operator/serve.ts';
import { databaseStore } from './operator/databaseStore.ts';
import { isMovable } from './dev/clock/movableClock.ts';
import type { SentSms } from '../ports/smsSandbox.ts';
import { productName } from './release/productName.ts';
import { embeddedDatabaseIn, readSettings, type RemotePreviewSettings, type ServerSettings } from './settings.ts';
import { systemClock } from './time.ts';
import { errorCode } from './errorCode.ts';

const giveUpMs = 10_000;
const portsToTry = 20;
const dayMs = 24 * 60 * 60 * 1000;

/** Errors whose message is sufficient. Any other error is logged with its stack. */
const plainErrors = new Set(['SettingsError', 'DirectoryLocked', 'EmbeddedDatabaseError', 'ConfigurationError', 'InstallationError']);

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(args: readonly string[]): Promise<void> {
  const settings = readSettings(process.env, args);
  const log = createLog(settings.logLevel);
  if (settings.isPreviewServer && settings.remotePreview) return servePreviews(settings, settings.remotePreview, log);
  const project = await loadProject(settings.projectDir);
  const composed = await compose(project, settings, log, settings.mode === 'production' ? undefined : showSms);
  const { deps } = composed;
  // Use real time, which the phone's clock follows even if ours was moved forward.
  const https = settings.lan ? { https: lanCertificate(settings.dataDir, systemClock.now()) } : {};
  const app = await createApp(deps, https);
  const { codeLength } = loginPolicy(deps);
  if (settings.mode === 'production' && codeLength < weakestSafeCodeLength) {
    log.warn({ codeLength }, `SMS codes are shorter than the ${weakestSafeCodeLength} digits that NIST SP 800-63B-4 asks for`);
  }
  const port = await listen(app, settings);
  const operator = await openOperator(project, deps).catch((error: unknown) => {
    log.warn({ err: error }, 'hakbang publish cannot reach this server; stop the server before you publish');
    return undefined;
  });
  const { prepareDemo } = await project.server();
  const worker = startWorkerAfter(prepareDemo, deps);
  const close = async () => {
    await operator?.close();
    await composed.close();
  };
  stopOnSignal(app, { deps, close }, worker);
  greet(deps, port, isMovable(deps.clock) ? deps.clock.offsetMs : 0);
  if (composed.notice !== undefined) say(`  ${composed.notice}\n`);
}

/** Runs this process as the preview server of other nodes, and as nothing else. */
async function servePreviews(settings: ServerSettings, remote: RemotePreviewSettings, log: Deps['log']): Promise<void> {
  const server = new PreviewServer({ settings, remote, log });
  const port = await server.listen(settings);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close().finally(() => process.exit(0)));
  say(`The preview server of ${remote.url} listens on http://localhost:${port}`);
}

/** Commands connect to a database server directly, but only this process has the embedded database open. */
async function openOperator({ registry, applications: others = [] }: Project, deps: Deps): Promise<{ close(): Promise<void> } | undefined> {
  const { db, product, releases, applications, settings, alarms } = deps;
  if (settings.databaseUrl !== undefined) return undefined;
  const storeOf = (application: string, its: Registry) => databaseStore({ db, settings, product, registry: its, alarms }, { application });
  const operated = others.map(async ({ name, registry: open }) => {
    const own = await open();
    const served = applications.find((each) => each.name === name);
    return [name, { registry: own, store: storeOf(name, own), onMoved: async () => served?.releases.refresh?.() }] as const;
  });
  return serveOperator({
    directory: embeddedDatabaseIn(settings.dataDir),
    applications: {
      [mainApplication]: { registry, store: storeOf(mainApplication, registry), onMoved: async () => releases.refresh?.() },
      ...Object.fromEntries(await Promise.all(operated)),
    },
    commands: databaseCommands(deps),
    refusal:
      settings.mode === 'development'
        ? 'This server runs in development and always shows the files. To publish them, stop it first.'
        : undefined,
  });
}

/** The demo's past is filled by its own clock. Until it reaches the present, no other worker may run its jobs. */
function startWorkerAfter(prepare: ProjectServer['prepareDemo'], deps: Deps): Worker {
  const stopping = new AbortController();
  const started = (async () => prepare?.(deps, say, stopping.signal))().then(() =>
    stopping.signal.aborted ? undefined : startWorker(deps),
  );
  return {
    stop: async () => {
      stopping.abort();
      await (await started)?.stop();
    },
  };
}

/** Production needs the exact port. In other modes, several copies may run side by side. */
async function listen(app: App, settings: ServerSettings): Promise<number> {
  const last = settings.mode === 'production' || settings.port === 0 ? settings.port : settings.port + portsToTry;
  for (let port = settings.port; ; port++) {
    try {
      await app.listen({ host: settings.host, port } satisfies FastifyListenOptions);
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : port;
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE' || port >= last) throw error;
    }
  }
}

/** Shuts down gracefully, up to a time limit. */
function stopOnSignal(app: App, composed: Composed, worker: Worker): void {
  const { drainMs, stopMs } = composed.deps.settings.limits;
  const stop = async () => {
    setTimeout(() => process.exit(1), drainMs + stopMs + giveUpMs).unref();
    // Health checks fail immediately. Until load balancers notice, requests are still served.
    app.isLeaving = true;
    await wait(drainMs);
    await Promise.all([worker.stop(), app.close()]);
    await composed.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop().catch(() => process.exit(1)));
}

function greet({ settings, releases }: Deps, port: number, aheadMs: number): void {
  if (settings.mode === 'production') return;
  const addresses = settings.lan ? lanAddresses().map((host) => `https://${host}:${port}`) : [`http://localhost:${port}`];
  say(`\n  ${productName({ releases })} (${settings.mode}) is at\n${addresses.map((address) => `    ${address}`).join('\n')}`);
  if (settings.lan) say('  The certificate is self-signed. The phone warns once; continue to the page.');
  say(`\n  SMS codes appear here and at ${addresses[0] ?? ''}/dev/outbox`);
  say(`  API: ${addresses[0] ?? ''}/api/docs   Developer tools: ${addresses[0] ?? ''}/dev`);
  if (aheadMs > 0) say(`  The clock is ${(aheadMs / dayMs).toFixed(1)} days ahead, set at ${addresses[0] ?? ''}/dev/clock.`);
  say('  Ctrl-C stops it. All data is kept.\n');
}

const showSms = ({ to, text }: SentSms) => say(`  ✉  ${to}  ${text.split('\n')[0] ?? ''}`);

/** Runs the server of the product that the settings name until a signal stops it. */
export function run(args: readonly string[]): void {
  start(args).catch((error: unknown) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`\n${plainErrors.has(name) ? message : (stack ?? message)}\n\n`);
    process.exit(1);
  });
}
