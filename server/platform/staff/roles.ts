import Type, { type Static } from 'typebox';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import { object } from '../../../engine/config/object.ts';
import { type StaffOperation, type StaffRole, staffRoles } from '../../contract/staff/operation.ts';
import { staffSession } from '../../contract/staff/people.ts';
import type { Deps } from '../deps.ts';
import type { RoleRule } from './rules.ts';

const RightIds = Type.Array(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), {
  title: 'Rights',
  description: 'Ids of rights. None: only the own session.',
  uniqueItems: true,
});

/** flows/roles.json: who may do what. */
const Roles = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    rights: Type.Record(
      Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }),
      Type.Array(Type.String(), { title: 'Operations', description: 'Ids of operations of staff.', minItems: 1, uniqueItems: true }),
      {
        title: 'Rights',
        description: 'Operations that belong together, by the id of the right: a code of the enum staffRight, with its label.',
      },
    ),
    roles: object(Object.fromEntries(staffRoles.map((role) => [role, Type.Optional(RightIds)])), {
      title: 'Roles',
      description: 'The rights of each role. A role that is not listed has only its own session.',
    }),
  },
  { title: 'Roles', description: 'What each role of staff may do. The server refuses everything else.' },
);
interface Roles extends Omit<Static<typeof Roles>, 'roles'> {
  roles: Readonly<Record<string, readonly string[]>>;
}

type Contract = Readonly<Record<string, StaffOperation>>;

/** Operations that need a right. */
const governed = (contract: Contract) => Object.values(contract).filter(({ about, noCheck }) => about !== 'self' && !noCheck);

function check({ rights, roles }: Roles, contract: Contract, project: ProjectView): KindFinding<RoleRule>[] {
  const held = new Set(Object.values(roles).flat());
  const listed = new Set(Object.values(rights).flat());
  const operations = governed(contract);
  const known = operations.map(({ id }) => id);
  return [
    ...Object.entries(rights).flatMap(([right, ids]) =>
      ids.flatMap((written, index): KindFinding<RoleRule>[] =>
        known.includes(written)
          ? []
          : [
              {
                code: 'unknown-staff-operation',
                pointer: `/rights/${right}/${index}`,
                message: `There is no staff operation "${written}" that needs a right.`,
                meant: { written, known },
              },
            ],
      ),
    ),
    ...known
      .filter((id) => !listed.has(id))
      .map((id): KindFinding<RoleRule> => ({
        code: 'operation-without-right',
        pointer: '/rights',
        message: `No right includes "${id}", so nobody may call it.`,
        fix: `Add "${id}" to a right, or remove the operation from the contract.`,
      })),
    ...Object.keys(rights)
      .filter((right) => !held.has(right))
      .map((right): KindFinding<RoleRule> => {
        const isOfPeople = rights[right]?.some((id) => contract[id]?.about === 'people');
        return {
          code: isOfPeople ? 'nobody-manages-people' : 'right-without-role',
          pointer: `/rights/${right}`,
          message: `No role holds the right "${right}"${isOfPeople ? ', so nobody could grant or revoke access' : ''}.`,
          fix: 'Add it to a role.',
        };
      }),
    ...Object.entries(roles).flatMap(([role, ids]) => ofRole(role, ids, { rights, contract })),
    ...unlabelled('staffRole', Object.keys(roles), 'roles', project),
    ...unlabelled('staffRight', Object.keys(rights), 'rights', project),
  ];
}

function ofRole(
  role: string,
  ids: readonly string[],
  { rights, contract }: Pick<Roles, 'rights'> & { contract: Contract },
): KindFinding<RoleRule>[] {
  const isAbout = (right: string, about: StaffOperation['about']) => rights[right]?.find((id) => contract[id]?.about === about);
  const pointerTo = (right: string) => `/roles/${role}/${ids.indexOf(right)}`;
  const unknown = ids.filter((right) => !Object.hasOwn(rights, right));
  const [people, customers] = [ids.filter((right) => isAbout(right, 'people')), ids.filter((right) => isAbout(right, 'customers'))];
  // Whichever kind of right the role holds fewer of was probably added by mistake.
  const misplaced = people.length < customers.length ? people : customers;
  const isMixed = people.length > 0 && customers.length > 0;
  return [
    ...unknown.map((right): KindFinding<RoleRule> => {
      const message = `There is no right "${right}".`;
      return { code: 'unknown-right', pointer: pointerTo(right), message, meant: { written: right, known: Object.keys(rights) } };
    }),
    ...(isMixed ? misplaced : []).map((right): KindFinding<RoleRule> => {
      const [managing, seeing] = [isAbout(right, 'people'), isAbout(right, 'customers')];
      const message = seeing
        ? `"${role}" manages people, but "${right}" includes "${seeing}", which shows or changes what belongs to customers.`
        : `"${role}" sees customers, but "${right}" includes "${managing}", which manages people.`;
      return { code: 'manager-sees-customers', pointer: pointerTo(right), message, fix: `Give "${right}" to another role.` };
    }),
  ];
}

/**
 * Reports roles that another file lets perform an operation that their rights do not include, once for each role. Does not repeat findings
 * on flows/roles.json itself.
 */
export function lackingRoles(
  named: readonly { role: string; pointer: string }[],
  operation: string,
  what: string,
  project: ProjectView,
): KindFinding<RoleRule>[] {
  const table = project.get('roles');
  if (!table || project.isBroken('roles')) return [];
  const { rights, roles } = table;
  const isIncluded = (role: string) =>
    (roles[role] ?? []).some((right) => !Object.hasOwn(rights, right) || rights[right]?.includes(operation) === true);
  if (!Object.keys(roles).some(isIncluded)) return [];
  return named
    .filter(({ role }, index) => !isIncluded(role) && named.findIndex((each) => each.role === role) === index)
    .map(({ role, pointer }) => ({
      code: 'role-lacks-right',
      pointer,
      message: `"${role}" may not call "${operation}", so it cannot ${what}.`,
      fix: `Remove "${role}" here, or give it a right that includes "${operation}" in flows/roles.json.`,
    }));
}

/** Only the application with the staff screens has these enums. */
function unlabelled(id: string, codes: readonly string[], part: keyof Roles, project: ProjectView): KindFinding<RoleRule>[] {
  const known = project.get('enum', id);
  if (!known) return [];
  return codes
    .filter((code) => !known.enum.includes(code))
    .map((code) => ({
      code: 'role-words',
      pointer: `/${part}/${code}`,
      message: `The enum "${id}" has no code "${code}", so nobody can read its name.`,
      fix: `Add "${code}" to the enum and its label to locales/<language>/enums.json.`,
    }));
}

/** @param contract every staff operation of the product */
export const rolesKind = (contract: Contract): KindDefinition<RoleRule> => ({
  name: 'roles',
  metaSchema: Roles,
  single: true,
  required: 'flows/roles.json',
  check: (value: Roles, project) => check(value, contract, project),
});

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    roles: Roles;
  }
}

type RoleDeps = Pick<Deps, 'releases' | 'applications'>;

/**
 * The roles table, from the application that has it. Undefined in releases older than the kind; every role then has only its own session.
 */
export function rolesOf({ releases, applications }: RoleDeps): Roles | undefined {
  const all = [releases, ...applications.map((application) => application.releases)];
  return all.map((each) => onlyOf(each.active().manifest.other, 'roles')).find((found) => found !== undefined);
}

const compiled = new WeakMap<Roles, ReadonlyMap<string, ReadonlySet<string>>>();

/** Operations by role. Cached, because the table of a release is immutable. */
function operationsByRole(roles: Roles): ReadonlyMap<string, ReadonlySet<string>> {
  const known = compiled.get(roles);
  if (known) return known;
  const made = new Map(
    Object.entries(roles.roles).map(([role, rights]) => [role, new Set(rights.flatMap((right) => roles.rights[right] ?? []))]),
  );
  compiled.set(roles, made);
  return made;
}

/** Whether the active release allows a role to call an operation. */
export function mayCall(deps: RoleDeps, role: StaffRole, { id, about }: Pick<StaffOperation, 'id' | 'about'>): boolean {
  if (about === 'self') return true;
  const roles = rolesOf(deps);
  return roles !== undefined && (operationsByRole(roles).get(role)?.has(id) ?? false);
}

/** Ids of the operations that a role may call, so that screens can hide everything else. */
export const callableBy = (deps: RoleDeps & Pick<Deps, 'product'>, role: StaffRole): string[] =>
  Object.values({ ...staffSession, ...deps.product.staffOperations })
    .filter((operation) => mayCall(deps, role, operation))
    .map(({ id }) => id);

/**
 * Each right with its operations and the roles that have it. The order is that of the roles' lists, because a database does not preserve
 * the order of keys.
 */
export function roleTable(deps: RoleDeps): { right: string; operations: string[]; roles: string[] }[] {
  const { rights, roles } = rolesOf(deps) ?? { rights: {}, roles: {} };
  const listed = new Set(staffRoles.flatMap((role) => roles[role] ?? []));
  const holders = (right: string) => staffRoles.filter((role) => roles[role]?.includes(right));
  return [...listed].map((right) => ({ right, operations: rights[right] ?? [], roles: holders(right) }));
}
