import { nearMiss } from '../expression/index.ts';
import { isUnreadable, UsageError, withoutAdvice } from './arguments.ts';
import { commands } from './commands/index.ts';
import type { CliDeps, Command, ExitCode, ProductCommand } from './types.ts';

type ProductCommands = Readonly<Record<string, ProductCommand>>;

async function usageOf(ofProduct: ProductCommands): Promise<string> {
  const all = [...(await Promise.all(Object.values(commands).map((load) => load()))), ...Object.values(ofProduct)];
  return `hakbang <command>

${all
  .flatMap(({ usage }) => usage)
  .map((line) => `  ${line}\n`)
  .join('')}
hakbang help <command>, or <command> --help, tells of one.
Exit codes: 0 done, 1 errors in the configuration or refused, 2 wrong usage.`;
}

/** Indented lines continue the previous one. Any other line is a way to call the command. */
const usageOfOne = ({ usage }: Pick<Command, 'usage'>) =>
  usage.map((line) => `${line.startsWith(' ') ? '        ' : 'hakbang '}${line}`).join('\n');

const helpWords = new Set(['--help', '-h']);

/**
 * Runs one command of the command line.
 *
 * @param argv arguments after the program's name, for example `['check', '--format', 'json']`
 */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const [first = '', ...args] = argv;
  // Loads the product's code only for the product's commands.
  const ofProduct = Object.hasOwn(commands, first) ? {} : ((await deps.more?.()) ?? {});
  if (first === 'help' || helpWords.has(first)) return help(args[0], ofProduct, deps);
  const command: Command | undefined = named(ofProduct, first) ?? (await named(commands, first)?.());
  if (!command) return unknown(first, ofProduct, deps);
  if (args.some((each) => helpWords.has(each))) return help(first, ofProduct, deps);
  try {
    return await command.run(args, deps);
  } catch (error) {
    if (!(error instanceof UsageError) && !isUnreadable(error)) throw error;
    return refuse(`${withoutAdvice(error)}\n\n${usageOfOne(command)}`, deps);
  }
}

/** Requested help goes to stdout, not to stderr. */
async function help(name: string | undefined, ofProduct: ProductCommands, deps: CliDeps): Promise<ExitCode> {
  const asked: Command | ProductCommand | undefined =
    name === undefined ? undefined : (named(ofProduct, name) ?? (await named(commands, name)?.()));
  if (name !== undefined && !asked) return unknown(name, ofProduct, deps);
  deps.out(asked ? usageOfOne(asked) : await usageOf(ofProduct));
  return 0;
}

async function unknown(name: string, ofProduct: ProductCommands, deps: CliDeps): Promise<2> {
  const usage = await usageOf(ofProduct);
  if (name === '') return refuse(usage, deps);
  const { fix } = nearMiss(name, [...Object.keys(commands), ...Object.keys(ofProduct)]);
  return refuse(`${usage}\n\n${[`There is no command "${name}".`, ...(fix === undefined ? [] : [fix])].join(' ')}`, deps);
}

function named<Each>(all: Readonly<Record<string, Each>>, name: string): Each | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

function refuse(message: string, deps: CliDeps): 2 {
  deps.error(message);
  return 2;
}
