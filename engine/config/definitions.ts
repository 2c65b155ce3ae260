import type { TSchema } from 'typebox';
import type { PropertySchema } from './form.ts';
import type { RuleCode } from './rules/index.ts';
import type { Rules, Severity } from './rules/rule.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Answers of one form: property name → value; absence, never null. */
export type FormAnswers = Record<string, unknown>;
/** Answers by form id. */
export type Answers = Record<string, FormAnswers>;

/** The part of a widget that is not a component; server and CLI read it too. */
export interface WidgetDefinition {
  name: string;
  title: string;
  description: string;
  /** JSON types of the values it can ask for. */
  accepts: readonly NonNullable<PropertySchema['type']>[];
  /** JSON Schema of its `ui:options`. */
  options: TSchema;
  /** The value of an untouched field; undefined for absent. */
  emptyValue?: unknown;
  /** Whether it can show a value under these options, e.g. by their mask; the compiler asks it about the examples of a form. */
  fits?(value: unknown, options: Readonly<Record<string, unknown>>): boolean;
  /** `secret` widgets are never shown in the clear, whatever the schema says. */
  sensitivity?: 'pii' | 'secret';
  /** Keys of its own words under `common.widgets.<name>`; plural forms by their stem. */
  words?: readonly string[];
}

/** The part of a block that is not a component. */
export interface BlockDefinition {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of its options, with the annotations of annotations.ts. */
  options: TSchema;
  /** Keys of its own words under `common.blocks.<name>`; plural forms by their stem. */
  words?: readonly string[];
  /** Nothing else shows these words: they travel with the screens that have the block, not with every page. */
  wordsAreLocal?: true;
}

/** Placeholders of a document that code fills. */
export interface Filling {
  /** Names it has values for, beside the constants of the settings. */
  fields: readonly string[];
  /** Those that the document must show, e.g. because a law says so. */
  mustHave?: readonly string[];
}

/** What code relies on in the configuration by name: a release without it does not fit the code. */
export interface Reliance {
  /** Answers it reads, as `form.field`. */
  reads?: readonly string[];
  /** Codes of the error catalogue that it refuses with. */
  fails?: readonly string[];
  /** Documents that it fills, by id. */
  fills?: Readonly<Record<string, Filling>>;
}

/** What the server does at a step or on a transition of a life cycle. */
export interface EffectDefinition extends Reliance {
  name: string;
  description: string;
}

/** One call of the API, as the compiler and the screen engine see it. */
export interface OperationDefinition extends Reliance {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters. */
  path: string;
  /** One schema for all inputs (path, query or body), by name. */
  input: TSchema;
  output: TSchema;
  /** noCheck operations answer without a session. */
  noCheck?: boolean;
  /**
   * For a POST: the same request under the same Idempotency-Key does nothing twice and is answered alike, so that a client may
   * send it again by itself when an answer was lost. A GET, PUT or DELETE is so by its nature.
   */
  repeatable?: boolean;
  /** Needs a session whose owner was identified a short time ago; others are refused with `freshCodeRequired`. */
  fresh?: boolean;
  /** The optional feature that the operation belongs to; while it is off, callers are refused with `featureOff`. */
  feature?: string;
}

/** What a kind's own check sees of the other files. */
export interface ProjectView {
  /** The value of a file that has its shape; without an id the first of its kind. */
  get(kind: string, id?: string): unknown;
  /** Whether a file of this kind is there but could not be read, so that nobody complains about what it would have said. */
  isBroken(kind: string, id?: string): boolean;
}

/** What a kind's own check found. Its codes are the engine's, or those of the rules that the product registers. */
export interface KindFinding<Code extends string = never> {
  code: Code | RuleCode;
  /** RFC 6901 within the file. */
  pointer: string;
  message: string;
  /** By default that of the rule. */
  severity?: Severity;
  /** What to do, e.g. `Did you mean "weekly"?` */
  fix?: string;
  /** What `check --fix` writes instead, where only one name can be meant. */
  instead?: { was: string; is: string };
  /** A name that is not among those there are: the nearest of them is suggested, or all are named. */
  meant?: { written: string; known: readonly string[] };
}

/** A kind of configuration, the engine's or the product's. `Code` are the codes that its check gives beside the engine's. */
export interface KindDefinition<Code extends string = never> {
  /** `<name>.schema.json` in `$schema` tells the kind. */
  name: string;
  metaSchema: TSchema;
  /** Whether the value may be read by the browser. */
  client?: boolean;
  /** Of this kind there is one file. */
  single?: boolean;
  /** Findings beyond the meta-schema. */
  check?(value: unknown, project: ProjectView): KindFinding<Code>[];
  /** What an expression in a file of this kind may read, by namespace. */
  scope?: Record<string, TSchema>;
}

/** Everything that code registers by name. A name given twice throws. */
export interface Registry {
  widgets: Record<string, WidgetDefinition>;
  blocks: Record<string, BlockDefinition>;
  operations: Record<string, OperationDefinition>;
  effects: Record<string, EffectDefinition>;
  clientEvents: Record<string, { name: string; description: string }>;
  /** Sets of colours that the stylesheets know; settings choose among them. Without any, none is checked. */
  palettes?: Record<string, { name: string; description: string }>;
  kinds: Record<string, KindDefinition<string>>;
  /** Texts that code says on its own, by their full key, and the names of the values it fills beside the constants. */
  spokenTexts?: Readonly<Record<string, readonly string[]>>;
  /** Codes of the error catalogue that code refuses with, whatever the configuration uses. */
  refusals?: readonly string[];
  /** Life cycles of which code allows one open subject an owner: they name their open states. */
  oneOpen?: readonly string[];
  /** What the codes stand for that these kinds give beside the engine's. */
  rules?: Rules;
  /** Namespaces that expressions may read beside answers: session, device, facts … */
  namespaces: Record<string, TSchema>;
}
