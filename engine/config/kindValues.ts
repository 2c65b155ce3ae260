import type { CarryOver } from './carryOver.ts';
import type { Cases } from './cases.ts';
import type { Content } from './content.ts';
import type { Corrections } from './corrections.ts';
import type { Conditions, DecisionTable, Flow, LifeCycle, SubFlow } from './flow.ts';
import type { EnumSchema, FormatSchema, FormSchema } from './form.ts';
import type { FormUi } from './formUi.ts';
import type { ProjectConfig } from './projectConfig.ts';
import type { Errors, Navigation, Screen } from './screen.ts';
import type { Settings } from './settings.ts';

/** The type of a valid file, by kind. A product's kinds add theirs with `declare module`. */
export interface KindValues {
  config: ProjectConfig;
  form: FormSchema;
  formUi: FormUi;
  enum: EnumSchema;
  content: Content;
  corrections: Corrections;
  format: FormatSchema;
  flow: Flow;
  subFlow: SubFlow;
  screen: Screen;
  navigation: Navigation;
  errors: Errors;
  conditions: Conditions;
  lifeCycle: LifeCycle;
  decisionTable: DecisionTable;
  carryOver: CarryOver;
  cases: Cases;
  settings: Settings;
}

/** The values of a release's kinds, by kind and id. */
type Known = { readonly [Kind in keyof KindValues]?: Readonly<Record<string, KindValues[Kind]>> };
export type ValuesByKind = Known & Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The value of a kind with one file; undefined in releases older than the kind. */
export const onlyOf = <Kind extends keyof KindValues>(values: Known, kind: Kind): KindValues[Kind] | undefined =>
  Object.values<KindValues[Kind]>(values[kind] ?? {})[0];
