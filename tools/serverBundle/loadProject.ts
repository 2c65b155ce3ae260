import type { Project } from '../../server/platform/project.ts';

/** Replaces server/platform/loadProject.ts: the bundle holds one product. */
export const loadProject = async (): Promise<Project> => (await import('../../server/project.ts')).project;
