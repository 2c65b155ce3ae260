import type { Registry, Reliance } from '../config/definitions.ts';
import type { Manifest } from './types.ts';

type Kind = keyof Manifest['uses'];

/**
 * Checks whether the running code can serve a release. The code must register every name that the release uses. The release must
 * contain everything that this code relies on. A node is ready only if this returns nothing for the active release and for every
 * pinned one.
 *
 * @returns one message for each missing name
 */
export function checkRelease(manifest: Manifest, registry: Registry): string[] {
  const kinds = Object.keys(manifest.uses) as Kind[];
  return [...kinds.flatMap((kind) => unregistered(manifest, kind, registry)), ...missing(manifest, registry)];
}

function unregistered({ uses }: Manifest, kind: Kind, registry: Registry): string[] {
  return (uses[kind] ?? [])
    .filter((name) => !Object.hasOwn(registry[kind] ?? {}, name))
    .map((name) => `${singular[kind]} "${name}" is not registered`);
}

function missing(manifest: Manifest, registry: Registry): string[] {
  return (['operations', 'effects'] as const).flatMap((kind) =>
    manifest.uses[kind].flatMap((name) => {
      const code: Reliance | undefined = Object.hasOwn(registry[kind], name) ? registry[kind][name] : undefined;
      const title = `${singular[kind]} "${name}"`;
      return [
        ...(code?.reads ?? [])
          .filter((answer) => !asks(manifest, answer))
          .map((answer) => `${title} reads "${answer}", which no form asks`),
        ...(code?.fails ?? [])
          .filter((error) => !Object.hasOwn(manifest.errors, error))
          .map((error) => `${title} fails with "${error}", which is not in the error catalogue`),
        ...Object.keys(code?.fills ?? {})
          .filter((id) => !Object.hasOwn(manifest.documents, id))
          .map((id) => `${title} fills the document "${id}", which does not exist`),
      ];
    }),
  );
}

function asks({ forms }: Manifest, answer: string): boolean {
  const [form = '', field = ''] = answer.split('.');
  const fields = Object.hasOwn(forms, form) ? forms[form]?.fields : [];
  return fields === undefined || fields.includes(field);
}

const singular: Record<Kind, string> = {
  widgets: 'widget',
  blocks: 'block',
  operations: 'operation',
  effects: 'effect',
  clientEvents: 'client event',
  kinds: 'kind',
  lookups: 'lookup',
};
