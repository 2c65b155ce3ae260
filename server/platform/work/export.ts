import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { dayIn, timeIn } from '../../../engine/config/days.ts';
import { type ExportedWork, type WorkColumn, workColumns, type WorkItem } from '../../contract/staff/work.ts';
import { answerCsv, mostExported } from '../csvAnswer.ts';
import type { Deps } from '../deps.ts';
import type { StaffSession } from '../staff/sessions.ts';
import { timeZoneOf } from '../time.ts';
import { codesOf, labels, queuesOf } from './kind.ts';
import { countWork, pagesOfWork, queueFor } from './queues.ts';

/** Exports the items of a queue that match the caller's filter, as CSV. Items hold no answer of a customer. */
export async function exportWork(deps: Deps, staff: StaffSession, input: ExportedWork, reply: FastifyReply): Promise<Readable> {
  const queue = queueFor(deps, staff, input.queue);
  const found = await countWork(deps, staff, queue, input, mostExported + 1);
  const { queue: _, ...filter } = input;
  const columns = queuesOf(deps)?.export ?? workColumns;
  const headings = await codesOf(deps, labels.column);
  const write = await writerOf(deps);
  async function* pages() {
    for await (const items of pagesOfWork(deps, staff, queue, input, mostExported))
      yield items.map((item) => columns.map((column) => write(item, column)));
  }
  return answerCsv(deps, reply, {
    name: queue.id,
    audited: { actor: staff.actor, action: 'work.exported', subject: `queue:${queue.id}`, detail: filter },
    headings: columns.map((column) => headings[column] ?? column),
    found,
    pages: pages(),
  });
}

/** Formats a cell for people: labels for codes, and times in the product's time zone. */
async function writerOf(deps: Deps): Promise<(item: WorkItem, column: WorkColumn) => string> {
  const zone = timeZoneOf(deps);
  const [kinds, tags, reasons] = await Promise.all([codesOf(deps, labels.kind), codesOf(deps, labels.tag), codesOf(deps, labels.reason)]);
  const time = (at = ''): string => (at === '' ? '' : `${dayIn(zone, new Date(at))} ${timeIn(zone, new Date(at))}`);
  const cells: Record<WorkColumn, (item: WorkItem) => string> = {
    number: ({ number }) => number,
    kind: ({ kind }) => kinds[kind] ?? kind,
    openedAt: ({ openedAt }) => time(openedAt),
    dueAt: ({ dueAt }) => time(dueAt),
    claimedBy: ({ claim }) => claim?.name ?? '',
    assignedTo: ({ assigned }) => assigned?.name ?? '',
    tags: (item) => item.tags.map((tag) => tags[tag] ?? tag).join(', '),
    snoozedUntil: ({ snooze }) => time(snooze?.until),
    snoozeReason: ({ snooze }) => (snooze ? (reasons[snooze.reason] ?? snooze.reason) : ''),
  };
  return (item, column) => cells[column](item);
}
