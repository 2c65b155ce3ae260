export { checkExpression, type Expected } from './check.ts';
export { emitExpression, runtimeFor, type NamedConditions } from './emit.ts';
export { pathOf } from './guards.ts';
export { conditionsIn, evaluate, isFinding, parseExpression, visit, type Node } from './parse.ts';
export { isNear, nearMiss, type Replacement, type Suggestion } from './suggest.ts';
export { typeOfSchema, type JsonSchema, type Scope, type ValueType } from './types.ts';
