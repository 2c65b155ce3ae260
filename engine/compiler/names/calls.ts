import {
  checkExpression,
  describeKind,
  isNear,
  isNumber,
  nearMiss,
  typeOfSchema,
  type JsonSchema,
  type ValueType,
} from '../../expression/index.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { pointerTo } from '../project/document.ts';
import type { Entry } from '../project/project.ts';
import type { Sites } from './walk.ts';

type Call = Sites['calls'][number];

/** Checks the inputs of every call against the API: none unknown, none missing, each of the right type. */
export function checkCalls(analysis: Analysis): Located[] {
  const { project, sites, ofEach } = analysis;
  return ofEach('calls', project.entries, (entry) =>
    sites(entry).calls.flatMap((call) => checkCall(call, entry, analysis).map((finding) => ({ document: entry.document, finding }))),
  );
}

function checkCall(call: Call, entry: Entry, analysis: Analysis): Finding[] {
  const { operations } = analysis.project.registry;
  if (!Object.hasOwn(operations, call.operation)) return [];
  const operation = operations[call.operation];
  if (call.isSaved === (operation?.file === undefined)) return [notAFile(call)];
  const input: JsonSchema = operation?.input ?? {};
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

/** The device repeats a queued call if it did not receive the response. */
function notRepeatable({ operation, pointer }: Call): Finding {
  const message = `"${operation}" cannot wait for a connection: a repeated call would take effect twice.`;
  return {
    code: 'not-repeatable',
    pointer: `${pointer}/offline`,
    message,
    fix: 'Remove "offline", or declare the operation repeatable.',
  };
}

function notARead({ operation, pointer }: Call): Finding {
  const message = `"${operation}" changes data, so the device must not keep its response.`;
  return {
    code: 'not-a-read',
    pointer: `${pointer}/keep`,
    at: 'key',
    message,
    fix: 'Remove "keep", or call an operation that only reads.',
  };
}

function notAFile({ operation, pointer, isSaved }: Call): Finding {
  return isSaved
    ? {
        code: 'not-a-file',
        pointer: `${pointer}/op`,
        message: `"${operation}" does not return a file.`,
        fix: 'Name an operation that does, such as one that exports.',
      }
    : {
        code: 'not-a-file',
        pointer,
        message: `"${operation}" returns a file, so there is no response to read.`,
        fix: 'Use it where a file is saved, such as the export of a table.',
      };
}

function unknownInput(call: Call, name: string, known: readonly string[]): Finding {
  const message = `"${call.operation}" has no input "${name}".`;
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
  // A whole number of JSON is a number.
  if (wanted.kind === 'double' && isNumber(given)) return [];
  const message = `"${call.operation}" expects ${describeKind(wanted.kind)} for "${name}", not ${describeKind(given)}.`;
  return [{ code: 'unlike-types', pointer: pointerTo(`${call.pointer}/with`, name), message }];
}
