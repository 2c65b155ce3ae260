import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';

/** Which application of the product; the main one by default. */
const Application = Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 40 }));
const Hash = Type.String({ pattern: '^[0-9a-f]{16}$' });
const By = Type.String({ maxLength: 200 });
const Policy = Type.Optional(Type.Enum(['pin', 'restart']));
const Files = Type.Array(object({ path: Type.String({ maxLength: 500 }), text: Type.String() }), { maxItems: 20_000 });
/** The files of a release and its hash. The server compiles the files itself: it takes no code from others. */
const Made = { files: Files, hash: Hash };

/** What a command can ask of a running server, by name: the methods of a release store. */
export const operatorMessages = {
  active: object({ application: Application }),
  sources: object({ application: Application, hash: Hash }),
  pull: object({ application: Application }),
  publish: object({ application: Application, ...Made, by: By, policy: Policy }),
  rollback: object({ application: Application, hash: Type.Optional(Type.String({ maxLength: 100 })), by: By }),
  rehearse: object({ application: Application, hash: Hash, files: Type.Optional(Files), policy: Policy }),
};

export type OperatorMessages = { [Name in keyof typeof operatorMessages]: Static<(typeof operatorMessages)[Name]> };
