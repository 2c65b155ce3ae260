export { accepts, checkExpression, type Expected } from './check.ts';
export { emitExpression } from './emit.ts';
export { pathOf } from './guards.ts';
export { canonical, conditionsIn, isFinding, parseExpression, visit, type Node } from './parse.ts';
export { createProver, type Claim } from './proof/possible.ts';
export { schemaAt, type SchemaFound } from './proof/schemaAt.ts';
export { runtimeFor } from './runtimeFor.ts';
export { isNear, nearMiss, type Replacement, type Suggestion } from './suggest.ts';
export { describeKind, isNumber, typeOfSchema, type JsonSchema, type NamedConditions, type Scope, type ValueType } from './types.ts';
