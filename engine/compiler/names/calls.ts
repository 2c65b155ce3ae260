import { checkExpression, isNear, nearMiss, typeOfSchema, type JsonSchema, type ValueType } from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { Entry } from '../project/project.ts';
import type { Sites } from './walk.ts';

type Call = Sites['calls'][number];

/** What a screen hands to an operation must be what the API takes: no input unknown, none missing, each of its kind. */
export function checkCalls(analysis: Analysis): Located[] {
  const { project, sites } = analysis;
  return project.entries.flatMap((entry) =>
    sites(entry).calls.flatMap((call) => checkCall(call, entry, analysis).map((finding) => ({ document: entry.document, finding }))),
  );
}

function checkCall(call: Call, entry: Entry, analysis: Analysis): Finding[] {
  const { operations } = analysis.project.registry;
  if (!Object.hasOwn(operations, call.operation)) return [];
  const operation = operations[call.operation];
  const input = operation?.input as JsonSchema;
  const known = input.properties ?? {};
  const unknown = Object.keys(call.inputs).filter((name) => !Object.hasOwn(known, name));
  const missing = (input.required ?? []).filter((name) => !Object.hasOwn(call.inputs, name));
  const renamed = new Set(unknown.flatMap((name) => missing.find((wanted) => isNear(name, wanted)) ?? []));
  return [
    ...(call.isQueued && operation?.method === 'POST' && !operation.repeatable ? [notRepeatable(call)] : []),
    ...(call.isKept && operation?.method !== 'GET' ? [notARead(call)] : []),
    ...unknown.map((name) => unknownInput(call, name, Object.keys(known))),
    ...missing.filter((name) => !renamed.has(name)).map((name) => missingInput(call, name)),
    ...Object.entries(call.inputs).flatMap(([name, source]) =>
      Object.hasOwn(known, name) ? checkInput(call, name, source, typeOfSchema(known[name]), entry, analysis) : [],
    ),
  ];
}

/** What waits on the device is sent again when its answer was lost. */
function notRepeatable({ operation, pointer }: Call): Finding {
  const message = `"${operation}" may not wait for a connection: sent again, it would be done twice.`;
  return {
    code: 'not-repeatable',
    pointer: `${pointer}/offline`,
    message,
    fix: 'Take "offline" away, or declare the operation repeatable.',
  };
}

/** The next visit asks for it again. */
function notARead({ operation, pointer }: Call): Finding {
  const message = `"${operation}" changes something: what it answers may not be kept on the device.`;
  return {
    code: 'not-a-read',
    pointer: `${pointer}/keep`,
    at: 'key',
    message,
    fix: 'Take "keep" away, or ask an operation that only reads.',
  };
}

function unknownInput(call: Call, name: string, known: readonly string[]): Finding {
  const message = `"${call.operation}" takes no input "${name}".`;
  return { code: 'unknown-input', pointer: pointerTo(`${call.pointer}/with`, name), at: 'key', message, ...nearMiss(name, known) };
}

function missingInput(call: Call, name: string): Finding {
  return { code: 'missing-input', pointer: call.pointer, message: `"${call.operation}" needs the input "${name}".` };
}

function checkInput(call: Call, name: string, source: string, wanted: ValueType, entry: Entry, analysis: Analysis): Finding[] {
  const scope = analysis.scopes.at(entry, { ...call, pointer: pointerTo(`${call.pointer}/with`, name) });
  const { type, findings } = checkExpression(source, scope, 'dyn', analysis.conditions, call.assumed);
  const given = type.kind === 'optional' ? type.item?.kind : type.kind;
  if (findings.length > 0 || given === undefined || given === 'dyn' || wanted.kind === 'dyn' || given === wanted.kind) return [];
  const message = `"${call.operation}" expects another kind of value for "${name}": ${wanted.kind}, not ${given}.`;
  return [{ code: 'unlike-types', pointer: pointerTo(`${call.pointer}/with`, name), message }];
}
