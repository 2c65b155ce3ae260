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

/** The worker's start data. */
export interface Started {
  projectDir: string;
  /** Maximum number of warm compilers. */
  mostWarm: number;
}

/** A file with its new text, null if the change removes it. */
export interface FileEdit {
  path: string;
  text: string | null;
}

export interface Question {
  id: number;
  /** Id of the change. */
  change: string;
  /** Identifies this state of the change. Answers are cached by it. */
  version: string;
  application: string;
  /** The release that the change starts from. */
  before: Compared & { hash: string };
  /** The difference between the change and `before`. Copying or comparing thousands of files takes longer than recompiling. */
  edits: readonly FileEdit[];
  wants: Compiled['wants'];
  /** Uses a new compiler, as CI does: a cached verdict must never publish anything. */
  isFinal?: true;
  /** For `table` and `decisions`. */
  decisions?: DecisionAsked;
  /** Place of the condition, for `condition`. */
  at?: { file: string; pointer: string };
}

/** A question as sent to the worker. */
export interface Sent extends Omit<Question, 'before'> {
  /** The files are absent if an earlier question has sent them to this worker. */
  before: { hash: string; files?: readonly SourceFile[] };
}

/** Number of releases that the worker caches. The server mirrors the cache in the same order, so both evict the same release. */
export const mostBases = 8;

/** Cases to decide by a decision table, or one context to explain. */
export interface DecisionAsked {
  table: string;
  cases?: readonly DecisionCase[];
  tried?: Readonly<Record<string, unknown>>;
}

/** Empty if the change has errors or no such table. */
export interface DecisionsFound {
  decided?: Decision[];
  tried?: { outcome: Readonly<Record<string, unknown>>; rows: TriedRow[] };
}

/** The worker's answer, by the question's `wants`. */
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
  /** The answers of all forms. */
  | { wants: 'answers'; fields: Field[] };

export interface Answer {
  id: number;
  result: Compiled;
}
