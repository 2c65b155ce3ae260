import { UsageError } from './arguments.ts';
import { commands } from './commands/index.ts';
import type { CliDeps, ExitCode } from './types.ts';

const usageOf = ({ more = {} }: CliDeps) => `hakbang <command>

${[...Object.values(commands), ...Object.values(more)]
  .flatMap(({ usage }) => usage)
  .map((line) => `  ${line}\n`)
  .join('')}
Exit codes: 0 done, 1 errors in the configuration or refused, 2 wrong usage.`;

/**
 * Runs one command of the command line.
 *
 * @param argv arguments after the program's name, e.g. `['check', '--format', 'json']`
 */
export async function runCli(argv: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const [name = '', ...args] = argv;
  const ofProduct = named(deps.more ?? {}, name);
  if (ofProduct) return ofProduct.run(args, deps);
  const command = named(commands, name);
  if (!command) return refuse(usageOf(deps), deps);
  try {
    return await command.run(args, deps);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(`${error.message}\n\n${command.usage.map((line) => `hakbang ${line}`).join('\n')}`, deps);
  }
}

function named<Each>(all: Readonly<Record<string, Each>>, name: string): Each | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

function refuse(message: string, deps: CliDeps): 2 {
  deps.error(message);
  return 2;
}
