import { parseArgs } from 'node:util';
import { staffRoles, type StaffRole } from '../../contract/staff/operation.ts';
import type { ProductCommand } from '../../../engine/cli/index.ts';
import { askHidden } from './prompt.ts';
import { withCommands } from './withDatabase.ts';

const usage = [
  'staff add <name> --role admin adds the first staff account directly to the database',
  'staff emergency <name> --reason … makes an admin the one who still logs in here under STAFF_OIDC_ONLY',
  'staff unlock <name> --reason … removes the pauses of a login if no admin can log in',
];
const minPasswordLength = 12;
const options = { role: { type: 'string' }, reason: { type: 'string' } } as const;

/** `hakbang staff`: for tasks that the API cannot do while no admin exists or can log in. */
export const staffCommand: ProductCommand = {
  usage,
  async run(args, { out, error, by }) {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [verb, name] = positionals;
    const role = staffRoles.find((each) => each === values.role);
    if (verb === 'unlock' && name && values.reason) return unlock(name, values.reason, `shell:${by}`, { out, error });
    if (verb === 'emergency' && name && values.reason) return emergency(name, values.reason, `shell:${by}`, { out, error });
    if (verb !== 'add' || !name || !role) {
      error(`${usage.join('\n')}\nRoles: ${staffRoles.join(', ')}.`);
      return 2;
    }
    const password = process.env['HAKBANG_DESK_PASSWORD'] ?? (await askHidden(`Password (at least ${minPasswordLength} characters): `));
    if (password.length < minPasswordLength) {
      error(`The password must have at least ${minPasswordLength} characters.`);
      return 1;
    }
    return add({ name, role, password }, `shell:${by}`, out);
  },
};

interface Says {
  out: (text: string) => void;
  error: (text: string) => void;
}

async function emergency(name: string, reason: string, by: string, { out, error }: Says): Promise<0 | 1> {
  const isSet = await withCommands((commands) => commands.setEmergency(name, reason, by));
  if (isSet) out(`${name} is the emergency account. Each login with it raises an alarm.`);
  else error(`No admin with access is named ${name}.`);
  return isSet ? 0 : 1;
}

async function unlock(name: string, reason: string, by: string, { out, error }: Says): Promise<0 | 1> {
  const found = await withCommands((commands) => commands.unlockPerson(name, reason, by));
  if (!found) {
    error(`There is no staff account named ${name}.`);
    return 1;
  }
  out(`${name} can log in again.`);
  return 0;
}

async function add(person: { name: string; role: StaffRole; password: string }, by: string, out: (text: string) => void): Promise<0> {
  const { totpAddress, waits } = await withCommands((commands) => commands.addPerson(person, by));
  out(`${person.name} (${person.role}) was added. Add this URL to an authenticator app. It is shown only once:\n${totpAddress}`);
  if (waits) out('There are two admins: one of them gives access on the page of this person, and the other approves it.');
  return 0;
}
