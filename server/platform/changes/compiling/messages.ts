import type { Compared } from '../../../../engine/cli/compare.ts';
import type { Judgement } from '../../../../engine/cli/judge.ts';
import type { Graphs } from '../../../../engine/graph/index.ts';
import type { Part } from '../../../../engine/find/index.ts';
import type { WordPlaces } from '../../../../engine/words/index.ts';
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
  before: Compared;
  wants: Compiled['wants'];
}

/** What the worker found out, by `wants` of the question. */
export type Compiled =
  | { wants: 'problems'; diagnostics: Diagnostic[]; hash?: string }
  | { wants: 'release'; diagnostics: Diagnostic[]; release?: Release }
  | ({ wants: 'meaning' } & Judgement)
  | { wants: 'words'; places?: WordPlaces }
  | ({ wants: 'graph' } & Graphs)
  | { wants: 'parts'; parts: Part[] };

export interface Answer {
  id: number;
  result: Compiled;
}
