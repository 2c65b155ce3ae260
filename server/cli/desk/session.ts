import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Which server the desk talks to, and by what token. */
export interface DeskSession {
  url: string;
  token: string;
}

/** The file that keeps the session between two commands; readable by its owner alone. */
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
  // The mode above counts for a new file only.
  chmodSync(file, 0o600);
}

export const forgetSession = (env: NodeJS.ProcessEnv): void => rmSync(sessionFile(env), { force: true });
