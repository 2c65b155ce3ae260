import type { FastifyRequest } from 'fastify';
import { isExactOrigin } from '../../../engine/config/origin.ts';
import { withoutItem } from '../../../engine/flow/instances.ts';
import type { Preview, previewSides } from '../../contract/staff/preview.ts';
import { changeSources } from '../changes/files.ts';
import type { Deps } from '../deps.ts';
import { mainApplication } from '../project.ts';
import { enterPath } from './world/enterPage.ts';
import type { Entry, NotReached, WantedStep } from './messages.ts';
import type { StagedRelease } from './previews.ts';

/** How long a session in the studio lasts before the page asks for a new one. */
const sessionMs = 4 * 60 * 60_000;

interface Choice extends Pick<Partial<Entry>, 'as' | 'at' | 'language' | 'theme'> {
  id: string;
  side?: (typeof previewSides)[number];
  route?: string;
}

const nothing = { isBehind: false, errors: 0, people: [], arePeopleReady: false, screens: [], steps: [], languages: [], palettes: [] };

/** Starts a session of the preview, or says why there is none yet. */
export async function previewOf(
  deps: Deps,
  request: FastifyRequest,
  { id, side = 'after', route, ...choice }: Choice,
  ends: Pick<Entry, 'until' | 'link'> = { until: Date.now() + sessionMs },
): Promise<Preview> {
  const { previews } = deps;
  const change = await changeSources(deps, id);
  if (!previews || change.application !== mainApplication) return { ...nothing, state: 'unavailable' };
  const state = await previews.begin();
  if (state !== 'ready') return { ...nothing, state };
  const { stage, errors, isBehind } = await stageOf(deps, previews, { id, side, change });
  const people = { people: [...(previews.people ?? [])], arePeopleReady: previews.people !== undefined };
  if (!stage) return { ...nothing, ...people, state: 'unsound', errors };
  const framedBy = ends.link === undefined ? originOf(deps, request) : undefined;
  const admitted = await previews.admit(stageName(id, side), { ...choice, ...ends, route: route || '/', framedBy });
  const { hash, screens, steps, languages, palettes } = stage;
  const shown = { release: hash, isBehind, errors, ...people, screens, steps, languages, palettes: [...palettes] };
  if ('why' in admitted) return { ...shown, state: 'noWay', noWay: inWords(admitted, choice.at, steps) };
  return {
    ...shown,
    state: 'ready',
    address: `${stage.origin ?? `${request.protocol}://${request.hostname}:${stage.port}`}${enterPath}?ticket=${admitted.ticket}`,
  };
}

/** Names the step by its title. */
function inWords({ at, ...more }: NotReached, wanted: WantedStep | undefined, steps: StagedRelease['steps']): NotReached {
  const step = steps.find(({ flow, id }) => flow === wanted?.flow && id === withoutItem(at ?? ''));
  return at === undefined ? more : { ...more, at: step?.title ?? at };
}

const stageName = (id: string, side: string) => `${id} ${side}`;

interface Asked {
  id: string;
  side: 'before' | 'after';
  change: Awaited<ReturnType<typeof changeSources>>;
}

/** The stage of one side of a change, moved to the change's present state if that has no errors. */
async function stageOf(
  deps: Deps,
  previews: NonNullable<Deps['previews']>,
  { id, side, change }: Asked,
): Promise<{ stage: StagedRelease | undefined; errors: number; isBehind: boolean }> {
  const { application, baseHash, revision, before, edits } = change;
  const base = { files: before, hash: baseHash };
  const asked =
    side === 'after'
      ? { change: id, version: `${revision} ${baseHash}`, edits }
      : { change: `base ${baseHash}`, version: baseHash, edits: [] };
  let errors = 0;
  const stage = await previews.stage(stageName(id, side), asked.version, async () => {
    const { release, diagnostics } = await deps.compilers.ask({ ...asked, application, before: base, wants: 'release' });
    errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    return release;
  });
  // Another request may have compiled this version, so only the stage tells.
  return { stage, errors, isBehind: stage?.version !== asked.version };
}

/** Origin of the studio as the browser sees it. Only this origin may frame the preview. */
function originOf({ settings }: Deps, { protocol, headers }: FastifyRequest): string | undefined {
  const origin = settings.publicUrl ?? `${protocol}://${headers.host ?? ''}`;
  return isExactOrigin(origin) ? origin : undefined;
}

/** Origins at which studio pages may find previews. */
export function previewFrames(
  { previews, settings }: Pick<Deps, 'previews' | 'settings'>,
  { protocol, hostname }: FastifyRequest,
): string | undefined {
  if (settings.remotePreview) return settings.remotePreview.url;
  return previews && /^[a-z0-9.-]+$/i.test(hostname) ? `${protocol}://${hostname}:*` : undefined;
}
