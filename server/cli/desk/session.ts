import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** URL and token of the desk's session. */
export interface DeskSession {
  url: string;
  token: string;
}

/** File that stores the session between commands. Only its owner can read it. */
export const sessionFile = (env: NodeJS.ProcessEnv): string =>
  env['HAKBANG_DESK_FILE'] ?? join(homedir(), '.config', 'hakbang', 'desk.json');

export function readSession(env: NodeJS.ProcessEnv): DeskSession | undefined {
  try {
    return JSON.parse(readFileSync(sessionFile(env), 'utf8')) as DeskSession;
  } catch {
    return undefined;
  }
}

export function writeSession(env: NodeJS.ProcessEnv, session: DeskSession): void {
  const file = sessionFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(session), { mode: 0o600 });
  // `writeFileSync` applies its mode only to a new file.
  chmodSync(file, 0o600);
}

export const forgetSession = (env: NodeJS.ProcessEnv): void => rmSync(sessionFile(env), { force: true });
