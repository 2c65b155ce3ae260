import type { StaffOperations } from '../../contract/staff/operations.ts';
import type { Input } from './call.ts';

/** A desk command: the words after `hakbang desk`, and the operation they call. */
export interface DeskCommand {
  usage: string;
  does: string;
  operation: keyof StaffOperations;
  /** Names of the required arguments, in order. */
  words?: readonly string[];
  /** Message for an empty list; `Nothing.` by default. */
  nothing?: (answer: Input) => string;
  /** The option that takes the cursor of the next page; `--before` by default. */
  goesOnWith?: string;
  /** Builds the operation's input from arguments and options. Throws a DeskError that names what is missing. */
  input?: (words: Readonly<Record<string, string>>, options: Readonly<Record<string, string | undefined>>) => Input;
}
