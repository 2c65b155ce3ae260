import { isPlainObject } from '../../../engine/form/empty.ts';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';

/** Whose edits a session holds. Nobody else sends them, and nobody else reads them in the browser's storage. */
export interface Owner {
  /** Id of the person of staff. */
  person: string;
  /** Whether this person is still logged in here. */
  isHere: () => boolean;
}

/** Id of the person of staff who is logged in, empty if nobody is. Observable. */
export function personIn(host: Pick<ScreenHost, 'namespaces'>): string {
  const { session } = host.namespaces();
  const data = isPlainObject(session) ? session['publicData'] : undefined;
  const id = isPlainObject(data) ? data['customerId'] : undefined;
  return typeof id === 'string' ? id : '';
}

export function ownerIn(host: Pick<ScreenHost, 'namespaces'>): Owner {
  const person = personIn(host);
  return { person, isHere: () => personIn(host) === person };
}
