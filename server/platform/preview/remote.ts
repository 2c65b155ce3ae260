import { deserialize, serialize } from 'node:v8';
import type { Release } from '../../../engine/compiler/types.ts';
import type { Answers, Entry, PreviewPerson } from './messages.ts';
import type { RemotePreviewSettings } from '../settings.ts';
import type { PreviewState, StagedRelease } from './previews.ts';

/** Path of the preview server for orders from nodes. */
export const ordersPath = '/preview/orders';

/** A node's requests to the preview server. */
export type RemoteOrder =
  | { do: 'begin' }
  /** Asks what a stage shows now. */
  | { do: 'known'; stage: string }
  | { do: 'stage'; stage: string; version: string; release: Release }
  | { do: 'admit'; stage: string; entry: Entry }
  | { do: 'end'; link: string };

export interface RemoteAnswers {
  begin: { state: PreviewState; people: readonly PreviewPerson[] | undefined };
  known: StagedRelease | undefined;
  stage: StagedRelease | undefined;
  admit: Answers['admit'];
  end: undefined;
}

const answerMs = 90_000;
/** Shorter than the lease of the job that repeats it. */
const endMs = 30_000;

interface Options {
  remote: RemotePreviewSettings;
  log: { warn(details: object, message: string): void };
}

/**
 * The world of a preview server, which all nodes share. Asks the server each time what a stage shows, so it does not matter which node
 * staged it.
 */
export class RemotePreviews {
  people: readonly PreviewPerson[] | undefined;
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  async begin(): Promise<PreviewState> {
    try {
      const { state, people } = await this.order({ do: 'begin' });
      this.people = people;
      return state;
    } catch (err) {
      this.options.log.warn({ err }, 'the preview server cannot be reached');
      return 'failed';
    }
  }

  async stage(stage: string, version: string, make: () => Promise<Release | undefined>): Promise<StagedRelease | undefined> {
    const known = await this.order({ do: 'known', stage });
    if (known?.version === version) return known;
    const release = await make();
    return release ? this.order({ do: 'stage', stage, version, release }) : known;
  }

  admit(stage: string, entry: Entry): Promise<Answers['admit']> {
    return this.order({ do: 'admit', stage, entry });
  }

  async endLink(link: string): Promise<void> {
    await this.order({ do: 'end', link });
  }

  /** The world belongs to another process. */
  async stop(): Promise<void> {}

  private async order<Do extends RemoteOrder['do']>(order: Extract<RemoteOrder, { do: Do }>): Promise<RemoteAnswers[Do]> {
    const { ordersUrl, secret } = this.options.remote;
    const response = await fetch(new URL(ordersPath, ordersUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(serialize(order)),
      redirect: 'error',
      signal: AbortSignal.timeout(order.do === 'end' ? endMs : answerMs),
    });
    const body = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`The preview server answers ${response.status}: ${body.toString('utf8', 0, 200)}`);
    return deserialize(body) as RemoteAnswers[Do];
  }
}
