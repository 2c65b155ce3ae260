import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The arguments are wrong. The command exits with code 2 and prints its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses the options and positional arguments of a command.
 *
 * @param options the format of `parseArgs` in `node:util`
 * @param most the maximum number of positional arguments
 * @throws UsageError for an unknown option or too many arguments
 */
export function readArguments<const Known extends Options>(args: readonly string[], options: Known, most = 0) {
  const parsed = parse(args, options);
  if (parsed.positionals.length > most) throw new UsageError(`Unexpected argument "${parsed.positionals[most]}".`);
  return parsed;
}

function parse<const Known extends Options>(args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw isUnreadable(error) ? new UsageError(withoutAdvice(error)) : error;
  }
}

/** Whether `parseArgs` of `node:util` rejected the arguments. */
export const isUnreadable = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Removes Node's advice about positional arguments, which does not apply here. */
export const withoutAdvice = ({ message }: Error): string => message.replace(/\. To specify .*/s, '.');

/** Checks that an option has one of the known values. */
export function oneOf<Value extends string>(option: string, value: string, known: readonly Value[]): Value {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${option} must be one of ${known.join(', ')}, not "${value}".`);
  return found;
}
