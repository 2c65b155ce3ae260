import { parseArgs } from 'node:util';
import { compile, generateMetaSchemas } from '../compiler/index.ts';
import type { CompileResult, Release, SourceFile } from '../compiler/types.ts';
import type { Registry } from '../config/definitions.ts';
import { formatText } from './frame.ts';

/** Where releases live. The server implements it on its database. */
export interface ReleaseStore {
  /** Hash of the active release; undefined before the first. */
  active(): Promise<string | undefined>;
  /** Stores a release and moves the pointer to it. */
  publish(release: Release, by: string): Promise<void>;
  /**
   * Moves the pointer to a release that is stored, by default to the one that was active before.
   *
   * @returns the hash that is active now; undefined where there is no such release
   */
  rollback(hash: string | undefined, by: string): Promise<string | undefined>;
  /** Source files of the active release; undefined before the first. */
  pull(): Promise<readonly SourceFile[] | undefined>;
  close?(): Promise<void>;
}

export interface CliDeps {
  registry: Registry;
  /** Files of the configuration. */
  read(): readonly SourceFile[];
  /** Writes files, paths from the project's root; `replace` removes the configuration that is not among them. */
  write(files: readonly SourceFile[], options?: { replace: boolean }): void;
  /** Opened only by the commands that need it. */
  store(): Promise<ReleaseStore>;
  out(text: string): void;
  error(text: string): void;
  /** Who publishes, for the record. */
  by: string;
  /** Commands of the product, by their first word. */
  more?: Readonly<Record<string, ProductCommand>>;
}

/** A command that the engine knows nothing of. */
export interface ProductCommand {
  /** Lines of the usage: the command, and from column 30 what it does. */
  usage: readonly string[];
  /** @param args what stands after the first word */
  run(args: readonly string[], io: Pick<CliDeps, 'out' | 'error' | 'by'>): Promise<ExitCode>;
}

/** 0: done; 1: the configuration has errors, or the store refused; 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;

type Command = (args: Arguments, deps: CliDeps) => Promise<ExitCode>;
interface Arguments {
  positionals: string[];
  format: string;
}

const usageOf = ({ more = {} }: CliDeps) => `hakbang <command>

  check [--format text|json]   checks the configuration
  schema                       writes the meta-schemas that editors complete by (schemas/meta/)
  publish                      checks, stores a release and makes it the active one
  rollback [hash]              makes a stored release the active one, by default the one before
  pull                         writes the files of the active release back
${Object.values(more)
  .flatMap(({ usage }) => usage)
  .map((line) => `  ${line}\n`)
  .join('')}
Exit codes: 0 done, 1 errors in the configuration or refused, 2 wrong usage.`;

const commands: Readonly<Record<string, Command>> = { check, schema, publish, rollback, pull };
const formats: ReadonlySet<string> = new Set(['text', 'json']);

/**
 * Runs one command of the command line.
 *
 * @param argv arguments after the program's name, e.g. `['check', '--format', 'json']`
 */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const ofProduct = deps.more && Object.hasOwn(deps.more, argv[0] ?? '') ? deps.more[argv[0] ?? ''] : undefined;
  if (ofProduct) return ofProduct.run(argv.slice(1), deps);
  const args = understand(argv);
  const [name = '', ...positionals] = args?.positionals ?? [];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!args || !command || !formats.has(args.format)) {
    deps.error(usageOf(deps));
    return 2;
  }
  return command({ ...args, positionals }, deps);
}

function understand(argv: readonly string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { format: { type: 'string', default: 'text' } },
      allowPositionals: true,
    });
    return { positionals, format: values.format };
  } catch {
    return undefined;
  }
}

const nothingThere = 'There is no configuration here: the folders schemas/, flows/ and locales/ are missing or empty.';

async function check({ format }: Arguments, deps: CliDeps): Promise<ExitCode> {
  const files = deps.read();
  if (files.length === 0) {
    deps.error(nothingThere);
    return 2;
  }
  const result = await compile(files, deps.registry);
  tell(result, files, format, deps);
  return result.release ? 0 : 1;
}

function tell({ diagnostics, release }: CompileResult, files: readonly SourceFile[], format: string, deps: CliDeps): void {
  if (format === 'json') deps.out(JSON.stringify({ release: release?.hash, diagnostics }, undefined, 2));
  else deps.out(`${formatText(diagnostics, files)}${release ? ` Release ${release.hash}.` : ''}`);
}

async function schema(_args: Arguments, deps: CliDeps): Promise<ExitCode> {
  const files = generateMetaSchemas(deps.registry);
  deps.write(files);
  deps.out(`${files.length} meta-schemas written.`);
  return 0;
}

async function publish({ format }: Arguments, deps: CliDeps): Promise<ExitCode> {
  const files = deps.read();
  const result = await compile(files, deps.registry);
  if (!result.release) {
    tell(result, files, format, deps);
    return 1;
  }
  const { release } = result;
  return withStore(deps, async (store) => {
    await store.publish(release, deps.by);
    deps.out(`Release ${release.hash} is active.`);
    return 0;
  });
}

function rollback({ positionals: [hash] }: Arguments, deps: CliDeps): Promise<ExitCode> {
  return withStore(deps, async (store) => {
    const active = await store.rollback(hash, deps.by);
    if (active === undefined) {
      deps.error(hash === undefined ? 'There is no release before this one.' : `There is no release ${hash}.`);
      return 1;
    }
    deps.out(`Release ${active} is active.`);
    return 0;
  });
}

function pull(_args: Arguments, deps: CliDeps): Promise<ExitCode> {
  return withStore(deps, async (store) => {
    const files = await store.pull();
    if (!files) {
      deps.error('No release is active.');
      return 1;
    }
    deps.write(files, { replace: true });
    deps.out(`${files.length} files written.`);
    return 0;
  });
}

async function withStore(deps: CliDeps, use: (store: ReleaseStore) => Promise<ExitCode>): Promise<ExitCode> {
  const store = await deps.store();
  try {
    return await use(store);
  } finally {
    await store.close?.();
  }
}
