import Type, { type Static, type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { staffRoles } from '../../contract/staff/operation.ts';

/** The application of the product; the main one by default. */
const Application = Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 40 }));
const Hash = Type.String({ pattern: '^[0-9a-f]{16}$' });
const By = Type.String({ maxLength: 200 });
const Policy = Type.Optional(Type.Enum(['pin', 'restart']));
const Files = Type.Array(object({ path: Type.String({ maxLength: 500 }), text: Type.String() }), { maxItems: 20_000 });
const Text = Type.String({ minLength: 1, maxLength: 1000 });
/** The files of a release and its hash. The server compiles the files itself, because it accepts no code from others. */
const Made = { files: Files, hash: Hash };

/** Requests about the releases of an application: the methods of a release store. */
const releaseMessages = {
  active: object({ application: Application }),
  sources: object({ application: Application, hash: Hash }),
  pull: object({ application: Application, change: Type.Optional(Text) }),
  push: object({ application: Application, files: Files, title: Text, as: Text, on: Type.Optional(Hash), by: By }),
  publish: object({ application: Application, ...Made, by: By, policy: Policy, breakGlass: Type.Optional(Text) }),
  rollback: object({ application: Application, hash: Type.Optional(Type.String({ maxLength: 100 })), by: By }),
  rehearse: object({ application: Application, hash: Hash, files: Type.Optional(Files), policy: Policy }),
};

/** Requests about the database: the methods of `DatabaseCommands`. */
const databaseMessages = {
  verifyAudit: object({
    noted: Type.Optional(object({ id: Type.Integer({ minimum: 1 }), hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) })),
  }),
  addPerson: object({ person: object({ name: Text, role: Type.Enum([...staffRoles]), password: Text }), by: By }),
  unlockPerson: object({ name: Text, reason: Text, by: By }),
  setEmergency: object({ name: Text, reason: Text, by: By }),
};

export const operatorMessages = { ...releaseMessages, ...databaseMessages };

type Messages<Schemas extends Record<string, TSchema>> = { [Name in keyof Schemas]: Static<Schemas[Name]> };
export type ReleaseMessages = Messages<typeof releaseMessages>;
export type DatabaseMessages = Messages<typeof databaseMessages>;
export type OperatorMessages = ReleaseMessages & DatabaseMessages;
