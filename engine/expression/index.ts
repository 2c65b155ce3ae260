export { checkExpression, type CheckResult, type Expected } from './check.ts';
export { emitExpression, runtimeFor, type NamedConditions } from './emit.ts';
export { conditionsIn, evaluate, isFinding, parseExpression, type Finding } from './parse.ts';
export { MissingValue } from './runtime.ts';
export { didYouMean } from './suggest.ts';
export { typeOfSchema, type JsonSchema, type Scope, type ValueType } from './types.ts';
