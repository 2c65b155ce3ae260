import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command line makes no sense: exit code 2, with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Options and words of a command line.
 *
 * @param options as `parseArgs` of `node:util` takes them
 * @param most how many words may stand beside the options
 * @throws UsageError for an option that is not among them, or a word too many
 */
export function readArguments<const Known extends Options>(args: readonly string[], options: Known, most = 0) {
  const parsed = parse(args, options);
  if (parsed.positionals.length > most) throw new UsageError(`"${parsed.positionals[most]}" is one word too many.`);
  return parsed;
}

function parse<const Known extends Options>(args: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw isUnreadable(error) ? new UsageError(withoutAdvice(error)) : error;
  }
}

/** Whether `parseArgs` of `node:util` found the arguments wrong. */
export const isUnreadable = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Node goes on with advice about positional arguments, which helps nobody here. */
export const withoutAdvice = ({ message }: Error): string => message.replace(/\. To specify .*/s, '.');

/** One of the values an option may have. */
export function oneOf<Value extends string>(option: string, value: string, known: readonly Value[]): Value {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${option} is one of ${known.join(', ')}, not "${value}".`);
  return found;
}
