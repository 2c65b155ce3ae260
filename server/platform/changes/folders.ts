import type { StaffRole } from '../../contract/staff/operation.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { studioOf } from './kind.ts';

/** Whether a role may edit a file (`folders` of flows/studio.json). */
export const mayEdit = (deps: Deps, role: StaffRole, path: string): boolean =>
  (studioOf(deps).folders[role] ?? []).some((folder) => path.startsWith(folder));

/** Refuses with `otherFolders`, which lists the folders that the role may edit, or with `forbidden` if there are none. */
export function assertMayEdit(deps: Deps, role: StaffRole, path: string): void {
  if (mayEdit(deps, role, path)) return;
  const folders = studioOf(deps).folders[role] ?? [];
  if (folders.length === 0) fail('forbidden', { detail: 'Your role edits no files.' });
  fail('otherFolders', { params: { folders: folders.join(', ') } });
}
