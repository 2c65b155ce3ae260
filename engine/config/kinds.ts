import { Cases } from './cases.ts';
import { CarryOver } from './carryOver.ts';
import { checkCarryOver } from './checkCarryOver.ts';
import { checkContent, Content } from './content.ts';
import { checkCorrections, Corrections } from './corrections.ts';
import { checkDecisionTable } from './checkDecisionTable.ts';
import type { KindDefinition } from './definitions.ts';
import { Conditions, DecisionTable, FlowFile, LifeCycle, SubFlow } from './flow.ts';
import { EnumSchema, FormatSchema, FormSchema } from './form.ts';
import { FormUi } from './formUi.ts';
import { Scenario } from './scenario.ts';
import { ProjectConfig } from './projectConfig.ts';
import { Errors, Navigation, Screen } from './screen.ts';
import { Locale, SettingsFile } from './settings.ts';

export const engineKinds = {
  config: { name: 'config', metaSchema: ProjectConfig, single: true },
  form: { name: 'form', metaSchema: FormSchema, client: true },
  formUi: { name: 'formUi', metaSchema: FormUi, client: true },
  enum: { name: 'enum', metaSchema: EnumSchema, client: true },
  format: { name: 'format', metaSchema: FormatSchema, client: true },
  flow: { name: 'flow', metaSchema: FlowFile, client: true },
  subFlow: { name: 'subFlow', metaSchema: SubFlow, client: true },
  screen: { name: 'screen', metaSchema: Screen, client: true },
  navigation: { name: 'navigation', metaSchema: Navigation, client: true, single: true, required: 'flows/navigation.json' },
  errors: { name: 'errors', metaSchema: Errors, client: true, single: true, required: 'flows/errors.json' },
  conditions: { name: 'conditions', metaSchema: Conditions, single: true },
  lifeCycle: { name: 'lifeCycle', metaSchema: LifeCycle, client: true },
  decisionTable: { name: 'decisionTable', metaSchema: DecisionTable, check: checkDecisionTable },
  carryOver: { name: 'carryOver', metaSchema: CarryOver, single: true, check: checkCarryOver },
  corrections: { name: 'corrections', metaSchema: Corrections, single: true, check: checkCorrections },
  cases: { name: 'cases', metaSchema: Cases },
  scenario: { name: 'scenario', metaSchema: Scenario },
  settings: { name: 'settings', metaSchema: SettingsFile, client: true, single: true, required: 'flows/settings.json' },
  content: { name: 'content', metaSchema: Content, client: true, check: checkContent },
  locale: { name: 'locale', metaSchema: Locale, client: true },
} satisfies Record<string, KindDefinition>;
