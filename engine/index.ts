/** The pure core: what happens to answers in a flow, without a server or a browser. */
export type { Answers, FormAnswers, OperationDefinition, Registry } from './config/definitions.ts';
export { object } from './config/object.ts';
export { decide } from './flow/decide.ts';
export { answersByForm } from './flow/instances.ts';
export { transition } from './flow/lifeCycle.ts';
export { outstanding } from './flow/save.ts';
export { resubmitted, submission } from './flow/submission.ts';
export type { CorrectionRequest, FlowState } from './flow/types.ts';
