import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources, runCli, writeSources } from '../engine/cli/index.ts';
import { productCommands } from './cli/commands.ts';
import { openDatabase } from './compose.ts';
import { databaseReleases } from './modules/release/databaseTable.ts';
import { releaseStore } from './modules/release/store.ts';
import { registry } from './registry.ts';
import { readSettings } from './settings.ts';

/** `check` and `schema` must run on a machine without a single setting, so only this one is read here. */
const root = resolve(process.env['CONFIG_DIR'] ?? resolve(dirname(fileURLToPath(import.meta.url)), '..'));

/** The release table of the database that the settings name. */
async function store() {
  const connection = await openDatabase(readSettings(process.env));
  return releaseStore(databaseReleases(connection.db), connection.close);
}

/** Refusals whose message says all there is to say. */
const plainErrors = new Set(['SettingsError', 'DirectoryLocked']);

runCli(process.argv.slice(2), {
  registry,
  store,
  read: () => readSources(root),
  write: (files, options) => writeSources(root, files, options),
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
  by: userInfo().username,
  more: productCommands,
}).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`${plainErrors.has(name) ? message : (stack ?? message)}\n`);
    process.exitCode = 1;
  },
);
