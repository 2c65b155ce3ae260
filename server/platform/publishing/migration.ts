import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const columns = [
  `alter table active_releases
    add column previous integer,
    add column authority text check (authority in ('change', 'exempt', 'breakGlass')),
    add column change_id text references changes,
    add column reason text`,
  // If two rows would follow the same row, the second insert waits for the first and then conflicts.
  `create unique index active_releases_one_next on active_releases (application, previous)`,
];

const tables = [
  `create table change_requests (
    change_id text primary key references changes on delete cascade,
    release_hash text not null,
    verdict_hash text not null,
    carry_over text check (carry_over in ('pin', 'restart')),
    needed integer not null check (needed > 0),
    roles jsonb not null,
    rehearsal jsonb not null,
    most_growth_percent integer not null check (most_growth_percent between 0 and 100),
    sent_by text not null references staff,
    sent_at timestamptz not null,
    publish_at timestamptz,
    scheduled_by text references staff,
    constraint scheduled_by_somebody check ((publish_at is null) = (scheduled_by is null))
  )`,
  `create table change_reviews (
    change_id text not null references changes on delete cascade,
    staff_id text not null references staff,
    decision text not null check (decision in ('approved', 'objected', 'withdrawn', 'void')),
    release_hash text not null,
    verdict_hash text not null,
    carry_over text,
    note text not null,
    decided_at timestamptz not null,
    primary key (change_id, staff_id)
  )`,
  ...['change_requests', 'change_reviews'].map(
    (table) =>
      `create trigger ${table}_counted after insert or update or delete on ${table} for each statement execute function count_changes()`,
  ),
];

/** Whether a change has enough approvals and no objection. Roles and accounts count as they are now. */
const approved = `
  select exists (
    select from change_requests request where request.change_id = wanted
      and request.needed <= (
        select count(*) from change_reviews review join staff on staff.id = review.staff_id
        where review.change_id = wanted and review.decision = 'approved'
          and review.release_hash = request.release_hash and review.verdict_hash = request.verdict_hash
          and review.carry_over is not distinct from request.carry_over
          and staff.disabled_at is null and request.roles ? staff.role
          and not exists (select from change_authors author where author.change_id = wanted and author.staff_id = review.staff_id)
      )
      and not exists (
        select from change_reviews review join staff on staff.id = review.staff_id
        where review.change_id = wanted and review.decision = 'objected' and staff.disabled_at is null
      )
  )`;

const functions = [
  `create function change_is_approved(wanted text) returns boolean language sql stable as $$ ${approved} $$`,
  `create function check_change_review() returns trigger language plpgsql as $$
    begin
      if new.decision <> 'approved' then return new; end if;
      perform from changes where id = new.change_id and state = 'sent' for update;
      if not found then raise exception 'only a change that was sent can be approved' using errcode = 'check_violation'; end if;
      if exists (select from change_authors where change_id = new.change_id and staff_id = new.staff_id) then
        raise exception 'an author does not approve their own change' using errcode = 'check_violation';
      end if;
      if not exists (
        select from change_requests request where request.change_id = new.change_id
          and request.release_hash = new.release_hash and request.verdict_hash = new.verdict_hash
          and request.carry_over is not distinct from new.carry_over
      ) then
        raise exception 'an approval is of exactly what was sent' using errcode = 'check_violation';
      end if;
      return new;
    end
  $$`,
  `create trigger change_reviews_checked before insert or update on change_reviews for each row execute function check_change_review()`,
  `create function void_change_approvals(wanted text) returns void language sql as $$
    update change_reviews set decision = 'void' where change_id = wanted and decision = 'approved';
    delete from change_requests where change_id = wanted;
  $$`,
  `create function check_change_move() returns trigger language plpgsql as $$
    begin
      if old.state = 'published' and new.state <> 'published' then
        raise exception 'a published change stays published' using errcode = 'check_violation';
      end if;
      if new.state = 'published' and old.state <> 'published' and not (old.state = 'sent' and change_is_approved(new.id)) then
        raise exception 'this change is not approved' using errcode = 'check_violation';
      end if;
      if new.state not in ('sent', 'published') or new.revision <> old.revision or new.base_hash <> old.base_hash
        or new.application <> old.application then
        perform void_change_approvals(new.id);
      end if;
      return new;
    end
  $$`,
  `create trigger changes_moved before update on changes for each row execute function check_change_move()`,
  `create function void_by_change_file() returns trigger language plpgsql as $$
    begin
      perform void_change_approvals(coalesce(new.change_id, old.change_id));
      return null;
    end
  $$`,
  `create trigger change_files_void after insert or update or delete on change_files for each row execute function void_by_change_file()`,
  `create function void_by_change_author() returns trigger language plpgsql as $$
    begin
      update change_reviews set decision = 'void'
        where change_id = new.change_id and staff_id = new.staff_id and decision = 'approved';
      return null;
    end
  $$`,
  `create trigger change_authors_void after insert or update on change_authors for each row execute function void_by_change_author()`,
];

/** Lets a reviewer who withdrew an approval during a rollout approve again. */
const againInRollout = `create or replace function check_change_review() returns trigger language plpgsql as $$
    begin
      if new.decision <> 'approved' then return new; end if;
      perform from changes where id = new.change_id and state in ('sent', 'rolling') for update;
      if not found then raise exception 'only a change that was sent or is rolled out can be approved' using errcode = 'check_violation'; end if;
      if exists (select from change_authors where change_id = new.change_id and staff_id = new.staff_id) then
        raise exception 'an author does not approve their own change' using errcode = 'check_violation';
      end if;
      if not exists (
        select from change_requests request where request.change_id = new.change_id
          and request.release_hash = new.release_hash and request.verdict_hash = new.verdict_hash
          and request.carry_over is not distinct from new.carry_over
      ) then
        raise exception 'an approval is of exactly what was sent' using errcode = 'check_violation';
      end if;
      return new;
    end
  $$`;

export const approvalsInRollouts: Migration = {
  name: '0064_approvalsInRollouts',
  up: async (db) => void (await sql.raw(againInRollout).execute(db)),
};

/** Columns with the reason for a failed scheduled publication, for the people concerned. */
export const failedSchedules: Migration = {
  name: '0053_failedSchedules',
  up: async (db) => {
    await sql`alter table changes
      add column failed_why text,
      add column failed_at timestamptz,
      add column failed_for text references staff`.execute(db);
  },
};

/** Why a rollout paused or a schedule failed, as codes with their figures. Screens supply the words. */
export const causes: Migration = {
  name: '0068_causes',
  up: async (db) => {
    await sql`alter table rollouts add column causes jsonb`.execute(db);
    await sql`alter table changes add column failed_causes jsonb`.execute(db);
  },
};

/**
 * Approvals of changes. The database itself refuses an author's approval, an approval of other content than was sent, and the publishing of
 * an unapproved change. It voids approvals whenever a file or the base changes.
 */
export const publishing: Migration = {
  name: '0047_publishing',
  up: async (db) => {
    for (const statement of [...columns, ...tables, ...functions]) await sql.raw(statement).execute(db);
  },
};
