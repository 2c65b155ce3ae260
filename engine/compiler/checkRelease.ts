import type { Registry } from '../config/definitions.ts';
import type { Manifest } from './types.ts';

/**
 * Whether code can still serve a release: every name the release uses must be registered.
 * A node is ready only if this gives nothing for the active and every pinned release.
 *
 * @returns one message for each name that is gone
 */
export function checkRelease(manifest: Manifest, registry: Registry): string[] {
  return Object.entries(manifest.uses).flatMap(([kind, names]) => {
    const registered: Readonly<Record<string, unknown>> = registry[kind as keyof Manifest['uses']];
    return names
      .filter((name) => !Object.hasOwn(registered, name))
      .map((name) => `${singular[kind as keyof Manifest['uses']]} "${name}" is not registered`);
  });
}

const singular: Record<keyof Manifest['uses'], string> = {
  widgets: 'widget',
  blocks: 'block',
  operations: 'operation',
  effects: 'effect',
  clientEvents: 'client event',
  kinds: 'kind',
};
