import type { Compared } from '../../../../engine/cli/compare.ts';
import type { Judgement } from '../../../../engine/cli/judge.ts';
import type { ConditionContext, ListedCondition } from '../../../../engine/conditions/list.ts';
import type { Field } from '../../../../engine/conditions/vocabulary.ts';
import type { Graphs } from '../../../../engine/graph/index.ts';
import type { Part } from '../../../../engine/find/index.ts';
import type { WordPlaces } from '../../../../engine/words/index.ts';
import type { Decision } from '../../../../engine/flow/decide.ts';
import type { DecisionColumn, DecisionInput, TriedRow } from '../../../contract/staff/studioDecisions.ts';
import type { DecisionCase } from '../decisions/cases.ts';
import type { Diagnostic, Release, SourceFile } from '../../../../engine/compiler/types.ts';

/** What the worker gets when it starts. */
export interface Started {
  projectDir: string;
  /** Most compilers that stay warm. */
  mostWarm: number;
}

export interface Question {
  id: number;
  /** Id of the change, under which its compiler stays warm. */
  change: string;
  /** Names this state of the change. The answer about a state is kept. */
  version: string;
  application: string;
  files: readonly SourceFile[];
  /** The release that the change starts from. */
  before: Compared & { hash: string };
  wants: Compiled['wants'];
  /** A new compiler answers, as in CI: nothing is published on a verdict that was kept. */
  isFinal?: true;
  /** For `table` and `decisions`. */
  decisions?: DecisionAsked;
  /** Of `condition`: its place. */
  at?: { file: string; pointer: string };
}

/** A question as the worker gets it. Thousands of files would take longer to copy than to compile again. */
export interface Sent extends Omit<Question, 'files' | 'before'> {
  /** The files, unless this worker got them with an earlier question. */
  before: { hash: string; files?: readonly SourceFile[] };
  /** How the files of the change differ from it. */
  edited: readonly SourceFile[];
  removed: readonly string[];
}

/** Releases that the worker keeps. The server keeps the same list in the same order, so both evict the same release. */
export const mostBases = 8;

/** Cases that a decision table shall decide, or one context to explain. */
export interface DecisionAsked {
  table: string;
  cases?: readonly DecisionCase[];
  tried?: Readonly<Record<string, unknown>>;
}

/** Nothing if the change has errors or no such table. */
export interface DecisionsFound {
  decided?: Decision[];
  tried?: { outcome: Readonly<Record<string, unknown>>; rows: TriedRow[] };
}

/** What the worker found out, by `wants` of the question. */
export type Compiled =
  | { wants: 'problems'; diagnostics: Diagnostic[] }
  | { wants: 'release'; diagnostics: Diagnostic[]; release?: Release }
  | ({ wants: 'meaning' } & Judgement)
  | { wants: 'words'; places?: WordPlaces }
  | ({ wants: 'graph' } & Graphs)
  | { wants: 'parts'; parts: Part[] }
  | { wants: 'table'; described?: { inputs: DecisionInput[]; columns: DecisionColumn[] } }
  | ({ wants: 'decisions' } & DecisionsFound)
  /** By kind. */
  | { wants: 'metaSchemas'; kinds: Record<string, unknown> }
  | { wants: 'conditions'; conditions: ListedCondition[] }
  | { wants: 'condition'; condition?: ConditionContext }
  /** Of all forms. */
  | { wants: 'answers'; fields: Field[] };

export interface Answer {
  id: number;
  result: Compiled;
}
