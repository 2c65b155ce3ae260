import { createInterface } from 'node:readline/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  keptChecks,
  keptVerdicts,
  readAgain,
  readExtraFile,
  readScenarios,
  readSources,
  runCli,
  sourcesNamed,
  watchFiles,
  writeExtraFile,
  writeSources,
} from '../../../engine/cli/index.ts';
import { codeVersion } from '../codeVersion.ts';
import { loadProject } from '../loadProject.ts';
import { mainApplication } from '../project.ts';
import { checkApplications } from './checkApplications.ts';

/** The folder of this code, where earlier runs left their files. */
const home = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const verdictFile = join(home, 'node_modules/.hakbang/patterns.json');

const checkFolder = join(home, 'node_modules/.hakbang/checks');

/** `check` and `schema` must run without any settings, so only these variables are read here. */
const folder = resolve(process.env['HAKBANG_PROJECT'] ?? home);
const mainRoot = resolve(process.env['CONFIG_DIR'] ?? folder);

const project = await loadProject(folder);
const { words, application } = takeApplication(process.argv.slice(2));
const registry = application ? await application.registry() : project.registry;
const root = application ? join(mainRoot, application.name) : mainRoot;

/** Cached findings of earlier checks, by application. CI checks everything again. */
const keptOf = words[0] === 'check' && (process.env['CI'] ?? '') === '' ? keptByApplication(codeVersion([home, folder])) : undefined;

function keptByApplication(version: string) {
  return (name: string) => keptChecks(checkFolder, `${version} ${name}`);
}

/** `--application <name>` selects an application of the product other than the main one. */
function takeApplication(given: readonly string[]) {
  const at = given.indexOf('--application');
  if (at < 0) return { words: [...given] };
  const name = given[at + 1];
  const found = project.applications?.find((each) => each.name === name);
  if (found) return { words: given.toSpliced(at, 2), application: found };
  const known = project.applications?.map((each) => each.name).join(', ') ?? '';
  process.stderr.write(`--application needs the name of an application of this product: ${known === '' ? 'it has one only' : known}.\n`);
  return process.exit(2);
}

/** The release table of the configured database. Imported lazily, because only some commands need the server's code. */
async function store() {
  const [{ openDatabase }, { DirectoryLocked }, { operatorStore }, { databaseStore }, { embeddedDatabaseIn, readSettings }, server] =
    await Promise.all([
      import('../compose.ts'),
      import('../db/lock.ts'),
      import('../operator/client.ts'),
      import('../operator/databaseStore.ts'),
      import('../settings.ts'),
      project.server(),
    ]);
  const settings = readSettings(process.env);
  try {
    const { db, close } = await openDatabase(server.areas, settings);
    return databaseStore({ db, settings, product: server.product, registry }, { application: application?.name, close });
  } catch (error) {
    // A running server has the embedded database open, so it carries out the command itself.
    const running = error instanceof DirectoryLocked ? operatorStore(embeddedDatabaseIn(settings.dataDir), application?.name) : undefined;
    if (running) return running;
    throw error;
  }
}

/** Aborts on Ctrl-C, which ends a watch. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}

/** https://no-color.org, and the common FORCE_COLOR. */
function isColourful(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') || process.stdout.isTTY;
}

/** Errors whose message is sufficient without a stack trace. */
const plainErrors = new Set(['SettingsError', 'DirectoryLocked', 'OperatorRefused', 'PushRefused', 'BrowserMissing']);

type OpenScreens = NonNullable<Parameters<typeof runCli>[1]['screens']>;

/** Playwright is a development dependency, so neither it nor its callers are in the package. */
const screens: OpenScreens = async (options) => {
  const host = new URL('../../../tools/scenarios/host.ts', import.meta.url).href;
  const { openHost } = (await import(host).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw Object.assign(new Error(`--browser needs the development dependencies: run npm ci (${error.message.split('\n')[0]}).`), {
      name: 'BrowserMissing',
    });
  })) as { openHost: OpenScreens };
  return openHost(options);
};

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

runCli(words, {
  registry,
  ...(!application &&
    project.applications && {
      others: project.applications.map((each) => ({
        folder: each.name,
        registry: each.registry,
        read: () => readSources(join(mainRoot, each.name)),
        write: (files) => writeSources(join(mainRoot, each.name), files),
      })),
      checkOthers: (config, { fix, usesCache }) => {
        const names = project.applications?.map(({ name }) => name) ?? [];
        return checkApplications({ names, folder, mainRoot, verdictFile, config, fix, kept: usesCache ? keptOf : undefined });
      },
    }),
  ...(keptOf && { keptChecks: keptOf(application?.name ?? mainApplication) }),
  store,
  read: () => readSources(root),
  readAgain: (files, paths) => readAgain(root, files, paths),
  verdicts: keptVerdicts(verdictFile),
  sourcesNamed: (name) => sourcesNamed(root, name),
  hasDatabase: (process.env['DATABASE_URL'] ?? '') !== '',
  write: (files, options) => writeSources(root, files, options),
  beside: { read: (path) => readExtraFile(root, path), write: (path, text) => writeExtraFile(root, path, text) },
  watch: (saved) => watchFiles(root, saved, interrupted()),
  colour: isColourful(),
  ...(!application && { scenarios: (names) => readScenarios(root, names) }),
  questions: project.questions,
  screens,
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
  by: userInfo().username,
  ...(process.stdin.isTTY && process.stdout.isTTY && { confirm }),
  more: project.commands,
}).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`${plainErrors.has(name) ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  },
);
