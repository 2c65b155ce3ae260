import { DeskError } from './call.ts';
import type { DeskCommand } from './command.ts';

const listed = (ids = ''): string[] => ids.split(',').filter(Boolean);

/** Commands for the work queues. */
export const queueCommands: Readonly<Record<string, DeskCommand>> = {
  queues: { usage: 'queues', does: 'counts the items in each of your queues', operation: 'staff.queues' },
  queue: {
    usage: 'queue <queue> [--who mine|free|calls|snoozed] [--kind …] [--tag …] [--sort=-openedAt] [--page …]',
    does: 'lists work that waits',
    operation: 'staff.work',
    words: ['queue'],
    input: ({ queue }, { who, kind, tag, sort, page }) => ({ queue, who, kind, tag, sort, page }),
    goesOnWith: '--page',
    nothing: () => 'Nothing waits.',
  },
  export: {
    usage: 'export <queue> [--who …] [--kind …] [--tag …] [--sort …]',
    does: 'writes work that waits as CSV, 10,000 rows at most',
    operation: 'staff.exportWork',
    words: ['queue'],
    input: ({ queue }, { who, kind, tag, sort }) => ({ queue, who, kind, tag, sort }),
  },
  next: { usage: 'next <queue>', does: 'claims the first free item of a queue', operation: 'staff.nextWork', words: ['queue'] },
  work: { usage: 'work <id>', does: 'shows work with its notes', operation: 'staff.workItem', words: ['id'] },
  claim: { usage: 'claim <work id>', does: 'claims work, or extends the claim', operation: 'staff.claimWork', words: ['id'] },
  release: { usage: 'release <work id>', does: 'releases a claim', operation: 'staff.releaseWork', words: ['id'] },
  snooze: {
    usage: 'snooze <work id> --hours 4 --reason waitsForCustomer',
    does: 'snoozes an item',
    operation: 'staff.snoozeWork',
    words: ['id'],
    input: ({ id }, { hours, reason }) => {
      if (!hours || !/^\d+$/.test(hours)) throw new DeskError('--hours must be a whole number.');
      if (!reason) throw new DeskError('--reason is missing.');
      return { id, hours: Number(hours), reason };
    },
  },
  wake: { usage: 'wake <work id>', does: 'ends the snooze of an item', operation: 'staff.wakeWork', words: ['id'] },
  tag: {
    usage: 'tag <work id,…> [--add callBack] [--remove vip]',
    does: 'adds and removes tags',
    operation: 'staff.tagWork',
    words: ['ids'],
    input: ({ ids }, { add, remove }) => {
      if (!add && !remove) throw new DeskError('--add or --remove is missing.');
      return { ids: listed(ids), add, remove };
    },
  },
  assign: {
    usage: 'assign <work id,…> [--to ben]',
    does: 'assigns work to a person; without --to, to nobody',
    operation: 'staff.assignWork',
    words: ['ids'],
    input: ({ ids }, { to }) => ({ ids: listed(ids), to }),
  },
  templates: { usage: 'templates', does: 'lists messages that may be sent', operation: 'staff.messageTemplates' },
  'preview-message': {
    usage: 'preview-message <template> <customer id,…>',
    does: 'shows what the customers would read',
    operation: 'staff.previewMessage',
    words: ['template', 'customers'],
    input: ({ template, customers }) => ({ template, customers: listed(customers) }),
  },
  message: {
    usage: 'message <template> <customer id,…>',
    does: 'sends a message, once a day to each customer',
    operation: 'staff.sendMessage',
    words: ['template', 'customers'],
    input: ({ template, customers }) => ({ template, customers: listed(customers) }),
  },
  note: {
    usage: 'note <work id> "<text>"',
    does: 'adds a note; @name mentions that person',
    operation: 'staff.noteWork',
    words: ['id', 'text'],
    input: ({ id, text }) => ({ id, answers: { text } }),
  },
};
