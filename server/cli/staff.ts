import { parseArgs } from 'node:util';
import { staffRoles, type StaffRole } from '../contract/staff/operation.ts';
import { systemClock } from '../time.ts';
import { addPerson } from '../modules/staff/people.ts';
import { systemRandom } from '../random.ts';
import type { ProductCommand } from '../../engine/cli/index.ts';
import { askHidden } from './desk/prompt.ts';
import { withDatabase } from './withDatabase.ts';

const usage = ['staff add <name> --role admin the first person of staff, straight into the database'];
const leastPasswordLength = 12;

/** `hakbang staff add`: the first admin has nobody who could add them over the API. */
export const staffCommand: ProductCommand = {
  usage,
  async run(args, { out, error, by }) {
    const { values, positionals } = parseArgs({ args: [...args], options: { role: { type: 'string' } }, allowPositionals: true });
    const [verb, name] = positionals;
    const role = staffRoles.find((each) => each === values.role);
    if (verb !== 'add' || !name || !role) {
      error(`${usage.join('\n')}\nRoles: ${staffRoles.join(', ')}.`);
      return 2;
    }
    const password = process.env['HAKBANG_DESK_PASSWORD'] ?? (await askHidden(`Password (at least ${leastPasswordLength} characters): `));
    if (password.length < leastPasswordLength) {
      error(`The password must have at least ${leastPasswordLength} characters.`);
      return 1;
    }
    return add({ name, role, password }, `shell:${by}`, out);
  },
};

async function add(person: { name: string; role: StaffRole; password: string }, by: string, out: (text: string) => void): Promise<0> {
  const { totpAddress } = await withDatabase((db, settings) =>
    addPerson({ db, settings, clock: systemClock, random: systemRandom }, person, by),
  );
  out(`${person.name} (${person.role}) was added. Give this address to an authenticator app; it is shown this once:\n${totpAddress}`);
  return 0;
}
