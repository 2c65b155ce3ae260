import { isPlainObject } from '../../../engine/form/empty.ts';
import type { ScreenHost } from '../../../engine/react/screen/types.ts';

/** The person whose edits a session holds. Nobody else may send them or read them in the browser's storage. */
export interface Owner {
  /** Id of the member of staff. */
  person: string;
  /** Whether that person is still logged in here. */
  isHere: () => boolean;
}

/** Id of the logged-in member of staff, or empty. Observable. */
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
