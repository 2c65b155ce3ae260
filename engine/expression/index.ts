export { checkExpression, type Expected } from './check.ts';
export { emitExpression, runtimeFor, type NamedConditions } from './emit.ts';
export { conditionsIn, evaluate, isFinding, parseExpression } from './parse.ts';
export { didYouMean } from './suggest.ts';
export { typeOfSchema, type JsonSchema, type Scope, type ValueType } from './types.ts';
