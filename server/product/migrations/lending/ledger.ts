import { day, insertOnly } from './statements.ts';

/** Double entry: debit positive, credit negative, every journal sums to zero. */
export const ledgerStatements = [
  `create table journals (
    id text primary key,
    key text not null unique,
    kind text not null,
    loan_id text references loans,
    ${day('day')} not null,
    created_at timestamptz not null
  )`,
  `create index journals_loan on journals (loan_id, created_at)`,
  `create table journal_entries (
    id bigint generated always as identity primary key,
    journal_id text not null references journals,
    account text not null,
    cents bigint not null check (cents <> 0),
    unique (journal_id, account)
  )`,
  `create index journal_entries_account on journal_entries (account)`,
  // Check at commit, so that a journal can be written row by row. This also catches entries added later to an old journal.
  `create function journal_balances() returns trigger language plpgsql as $$
  declare
    journal text := case when tg_table_name = 'journals' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'journal_id' end;
    entries integer;
    total numeric;
  begin
    select count(*), coalesce(sum(cents), 0) into entries, total from journal_entries where journal_id = journal;
    if entries < 2 or total <> 0 then
      raise exception 'journal % does not balance: % entries, sum %', journal, entries, total using errcode = 'check_violation';
    end if;
    return null;
  end $$`,
  `create constraint trigger journals_balance after insert on journals
    deferrable initially deferred for each row execute function journal_balances()`,
  `create constraint trigger journal_entries_balance after insert on journal_entries
    deferrable initially deferred for each row execute function journal_balances()`,
  ...insertOnly('journals'),
  ...insertOnly('journal_entries'),
];
