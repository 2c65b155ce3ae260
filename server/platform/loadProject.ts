import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Project } from './project.ts';

/** Imports the product in a folder. */
export async function loadProject(folder: string): Promise<Project> {
  const { project } = (await import(pathToFileURL(join(folder, 'server/project.ts')).href)) as { project: Project };
  return project;
}
