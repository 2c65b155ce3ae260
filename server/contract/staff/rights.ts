import Type from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Reason, staffRoles, type WrittenStaffOperation } from './operation.ts';
import { AccessState, EnrolmentLink, LinkPage } from './enrolment.ts';
import { Name, Person } from './people.ts';

const Role = Type.Enum([...staffRoles]);

/** Operations that grant rights. The desk's flows/approvals.json says whether they wait for a second person. */
export const rightsOperations = operationsOf({
  /**
   * Creates the account at once, without access. Access, and the link, begin when `staff.enablePerson` is approved. There is no link if
   * everybody logs in elsewhere.
   */
  'staff.addPerson': {
    route: 'POST /api/staff/people',
    about: 'people',
    fresh: true,
    input: object({ name: Name, role: Role, reason: Reason, page: LinkPage }),
    output: object({
      person: Person,
      link: Type.Optional(EnrolmentLink),
      state: AccessState,
    }),
  },
  'staff.enablePerson': {
    route: 'POST /api/staff/people/:id/access',
    about: 'people',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: Person,
  },
  'staff.changeRole': {
    route: 'PUT /api/staff/people/:id/role',
    about: 'people',
    fresh: true,
    input: object({ id: Id, role: Role, reason: Reason }),
    output: Person,
  },
} as const satisfies Record<string, WrittenStaffOperation>);

/** Operations of the platform that can be held for a second person. */
export const approvableRightIds = ['staff.enablePerson', 'staff.changeRole'] as const;
