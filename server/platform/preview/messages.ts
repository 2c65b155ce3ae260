import type { Release } from '../../../engine/compiler/types.ts';

/** Start options of the sandbox world. */
export interface WorldStart {
  /** Folder with the certificate of `--lan`, so that a phone has to accept only one certificate. */
  certificateDir?: string;
  logLevel: string;
}

/** A step of a flow. */
export interface WantedStep {
  flow: string;
  step: string;
  /** Answers that the person gives on the way, by field path. All others are made up. */
  given?: readonly GivenAnswer[] | undefined;
}

export interface GivenAnswer {
  path: string;
  value: string | number | boolean;
}

/** Why a preview cannot begin at a step. */
export interface NotReached {
  /**
   * noStep: this release has no such step. offPath: no answers were found that lead there. waits: an earlier step waits for a fact or a
   * guest. sent: the person has already sent the flow. refused: the server refuses answers that the form accepts. unanswerable: no valid
   * answers were found.
   */
  why: 'noStep' | 'offPath' | 'waits' | 'sent' | 'refused' | 'unanswerable';
  /** The step where it ended. */
  at?: string;
  /** Code of the refusal. */
  code?: string;
}

/** How a preview session begins. */
export interface Entry {
  /** Id of a ready-made person. Nobody by default. */
  as?: string | undefined;
  /** Path of the first screen, with its query. */
  route: string;
  /** Begins at this step instead, with the answers before it made up. */
  at?: WantedStep | undefined;
  language?: string | undefined;
  /** Number of the palette, from 1. */
  theme?: number | undefined;
  /** The origin whose pages may frame the session. None by default. */
  framedBy?: string | undefined;
  /** The shared link that opened it. Ending the link ends its sessions. */
  link?: string | undefined;
  /** When the session ends, in milliseconds since 1970. */
  until: number;
}

export interface PreviewPerson {
  id: string;
  name: string;
  /** What the person demonstrates, in a few English words. */
  shows: string;
}

export type Order =
  /**
   * Makes a release the active one of a stage, which the first release creates. The reply contains its port. `origin` is set if browsers
   * reach it elsewhere.
   */
  | { do: 'stage'; stage: string; release: Release; origin?: string }
  /** The reply contains a ticket, which starts one session within a minute. */
  | { do: 'admit'; stage: string; entry: Entry }
  /** Ends the sessions that were opened with a link. */
  | { do: 'end'; link: string };

export type SentOrder = Order & { number: number };

export interface Answers {
  stage: { port: number };
  admit: { ticket: string } | NotReached;
  end: { ended: number };
}

export type Report =
  | { is: 'ready' }
  /** Ready-made people exist from now on. */
  | { is: 'people'; people: readonly PreviewPerson[] }
  | { is: 'answer'; number: number; answer: unknown }
  | { is: 'failure'; number: number; message: string };
