import { parseArgs } from 'node:util';
import type { ProductCommand } from '../../../engine/cli/index.ts';
import type { StaffOperations } from '../../contract/staff/operations.ts';
import { callStaff, DeskError, FreshCodeRequired, type Input } from './call.ts';
import type { DeskCommand } from './command.ts';
import { deskCommands } from './commands.ts';
import { askHidden } from '../../platform/cli/prompt.ts';
import { type DeskSession, forgetSession, readSession, writeSession } from './session.ts';
import { record, table } from './show.ts';

const defaultUrl = 'http://127.0.0.1:3000';
const options = {
  json: { type: 'boolean' },
  state: { type: 'string' },
  before: { type: 'string' },
  reason: { type: 'string' },
  reference: { type: 'string' },
  note: { type: 'string' },
  role: { type: 'string' },
  topic: { type: 'string' },
  cents: { type: 'string' },
  about: { type: 'string' },
  outcome: { type: 'string' },
  who: { type: 'string' },
  kind: { type: 'string' },
  tag: { type: 'string' },
  sort: { type: 'string' },
  page: { type: 'string' },
  hours: { type: 'string' },
  add: { type: 'string' },
  remove: { type: 'string' },
  to: { type: 'string' },
  postings: { type: 'string' },
  'penalty-cents': { type: 'string' },
  'late-charge-cents': { type: 'string' },
  'interest-cents': { type: 'string' },
  'limit-cents': { type: 'string' },
  'retry-days': { type: 'string' },
  'in-days': { type: 'string' },
} as const;

const commandLine = ({ usage, does }: Pick<DeskCommand, 'usage' | 'does'>) => `desk ${usage.padEnd(46)} ${does}`;
const login = { usage: 'login <name>', does: 'logs in with password and code at HAKBANG_URL' };
const logout = { usage: 'logout', does: 'ends the session' };
const usage = [login, logout, ...Object.values(deskCommands)].map(commandLine);

/** `hakbang desk …`: staff work through the API of the server at `HAKBANG_URL`. */
export const deskCommand: ProductCommand = {
  usage: ['desk <command> [--json]      customer service and underwriting: hakbang desk help'],
  async run(args, { out, error }) {
    try {
      const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
      const [name = 'help', ...words] = positionals;
      if (name === 'login') return await logIn(words[0], out);
      if (name === 'logout') return await logOut(out);
      const command = Object.hasOwn(deskCommands, name) ? deskCommands[name] : undefined;
      if (!command || words.length !== (command.words?.length ?? 0)) {
        error(command ? commandLine(command) : usage.join('\n'));
        return name === 'help' ? 0 : 2;
      }
      const session = readSession(process.env);
      if (!session) throw new DeskError('You are not logged in. Run: hakbang desk login <name>.');
      const named = Object.fromEntries((command.words ?? []).map((word, index) => [word, words[index] ?? '']));
      const { json, ...texts } = values;
      const input = command.input ? command.input(named, texts) : named;
      show(command, (await callConfirmed(session, command.operation, input)) as Input | string, json === true, out);
      return 0;
    } catch (problem) {
      if (problem instanceof DeskError) {
        error(problem.message);
        return 1;
      }
      if (!isWrongUsage(problem)) throw problem;
      error(problem.message);
      return 2;
    }
  },
};

/** Prompts for a code and retries if the operation needs a fresh one. */
async function callConfirmed(session: DeskSession, id: keyof StaffOperations, input: Input): Promise<unknown> {
  try {
    return await callStaff(session, id, input);
  } catch (problem) {
    if (!(problem instanceof FreshCodeRequired)) throw problem;
    await callStaff(session, 'staff.confirmCode', { code: await askCode() });
    return callStaff(session, id, input);
  }
}

const askCode = async (): Promise<string> => process.env['HAKBANG_DESK_CODE'] ?? askHidden('Code of your authenticator app: ');

const isWrongUsage = (problem: unknown): problem is Error =>
  problem instanceof TypeError && 'code' in problem && String(problem.code).startsWith('ERR_PARSE_ARGS');

function show(
  { nothing, goesOnWith = '--before' }: DeskCommand,
  answer: Input | string,
  asJson: boolean,
  out: (text: string) => void,
): void {
  if (typeof answer === 'string') return out(answer.trimEnd());
  if (asJson) return out(JSON.stringify(answer, null, 2));
  const { next, ...rest } = answer as Input & { next?: string };
  const lists = Object.values(rest).filter(Array.isArray) as Input[][];
  if (nothing && lists.every((list) => list.length === 0)) return out(nothing(rest));
  const [only] = lists;
  out(only && Object.keys(rest).length === 1 ? table(only) : record(rest));
  if (next !== undefined) out(`More: ${goesOnWith} ${next}`);
}

async function logIn(name: string | undefined, out: (text: string) => void): Promise<0> {
  if (!name) throw new DeskError(commandLine(login));
  const url = process.env['HAKBANG_URL'] ?? defaultUrl;
  const password = process.env['HAKBANG_DESK_PASSWORD'] ?? (await askHidden('Password: '));
  const code = await askCode();
  const answer = (await callStaff({ url, token: '' }, 'staff.login', { name, password, code }).catch((problem: unknown) => {
    throw problem instanceof DeskError && problem.message.startsWith('You are not')
      ? new DeskError('Name, password or code is wrong.')
      : problem;
  })) as { token: string; person: { role: string }; expiresAt: string };
  writeSession(process.env, { url, token: answer.token });
  out(`Logged in as ${name} (${answer.person.role}) until ${answer.expiresAt}.`);
  return 0;
}

async function logOut(out: (text: string) => void): Promise<0> {
  const session = readSession(process.env);
  forgetSession(process.env);
  if (session) await callStaff(session, 'staff.logout').catch(() => undefined);
  out('Logged out.');
  return 0;
}
