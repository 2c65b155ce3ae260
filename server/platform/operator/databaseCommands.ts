import { verifyAudit, type AuditVerdict, type NotedHead } from '../audit/verify.ts';
import { addFromShell, listPeople, setEmergency, unlockPerson, type NewPerson, type PeopleDeps } from '../staff/people.ts';

/** The command line's operations on a database, apart from releases. A running server performs them on its embedded database. */
export interface DatabaseCommands {
  verifyAudit(noted?: NotedHead): Promise<AuditVerdict>;
  addPerson(person: NewPerson, by: string): Promise<{ totpAddress: string; waits: boolean }>;
  /** @returns whether there is an account of this name */
  unlockPerson(name: string, reason: string, by: string): Promise<boolean>;
  /** @returns whether an admin with access has this name */
  setEmergency(name: string, reason: string, by: string): Promise<boolean>;
}

export const databaseCommands = (deps: PeopleDeps): DatabaseCommands => ({
  verifyAudit: (noted) => verifyAudit(deps.db, noted),
  addPerson: (person, by) => addFromShell(deps, person, by),
  async unlockPerson(name, reason, by) {
    const person = (await listPeople(deps)).find((each) => each.name === name);
    if (person) await unlockPerson(deps, person.id, by, reason);
    return person !== undefined;
  },
  setEmergency: (name, reason, by) => setEmergency(deps, name, by, reason),
});
