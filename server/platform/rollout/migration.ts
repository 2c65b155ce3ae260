import { sql } from 'kysely';
import { refuseDeletedCustomers } from '../db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../db/migration.ts';

const statements = [
  `alter table changes drop constraint changes_state_check`,
  `alter table changes add constraint changes_state_check check (state in ('open', 'sent', 'rolling', 'published', 'abandoned'))`,
  `create table rollouts (
    id text primary key,
    application text not null,
    hash text not null references releases,
    base_hash text not null references releases,
    basis integer not null references active_releases (id),
    change_id text not null references changes,
    carry_over text check (carry_over in ('pin', 'restart')),
    salt text not null,
    stages jsonb not null,
    guardrails jsonb not null,
    by_itself boolean not null,
    state text not null check (state in ('running', 'paused', 'finished', 'stopped')),
    stage integer not null check (stage >= 0),
    stage_since timestamptz not null,
    since_day date not null,
    counted jsonb not null,
    why text,
    started_by text not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    check ((state in ('running', 'paused')) = (ended_at is null)),
    check (hash <> base_hash)
  )`,
  `create unique index rollouts_one_open on rollouts (application) where ended_at is null`,
  `create table rollout_people (
    customer_id text not null references customers,
    rollout_id text not null references rollouts on delete cascade,
    primary key (customer_id, rollout_id)
  )`,
  `create index rollout_people_of on rollout_people (rollout_id)`,
  `create trigger rollouts_counted after insert or update or delete on rollouts for each statement execute function count_changes()`,
  // Of two concurrent transactions, the second waits for the lock on the shared row, and then sees what the first has done.
  `create function check_release_beside_rollout() returns trigger language plpgsql as $$
    begin
      perform from active_releases where id = new.previous for update;
      if exists (select from rollouts where application = new.application and ended_at is null) then
        raise exception 'a rollout is open' using errcode = 'check_violation', constraint = 'rollouts_alone';
      end if;
      return new;
    end
  $$`,
  `create trigger active_releases_beside_rollout before insert on active_releases
    for each row execute function check_release_beside_rollout()`,
  `create function check_rollout_start() returns trigger language plpgsql as $$
    begin
      perform from active_releases where id = new.basis for update;
      if exists (select from active_releases where application = new.application and id > new.basis) then
        raise exception 'another release has become active' using errcode = 'check_violation', constraint = 'rollouts_alone';
      end if;
      return new;
    end
  $$`,
  `create trigger rollouts_start before insert on rollouts for each row execute function check_rollout_start()`,
  `create or replace function check_change_move() returns trigger language plpgsql as $$
    begin
      if old.state = 'published' and new.state <> 'published' then
        raise exception 'a published change stays published' using errcode = 'check_violation';
      end if;
      if new.state in ('rolling', 'published') and old.state not in ('rolling', 'published')
        and not (old.state = 'sent' and change_is_approved(new.id)) then
        raise exception 'this change is not approved' using errcode = 'check_violation';
      end if;
      if new.state not in ('sent', 'rolling', 'published') or new.revision <> old.revision or new.base_hash <> old.base_hash
        or new.application <> old.application then
        perform void_change_approvals(new.id);
      end if;
      return new;
    end
  $$`,
];

/** Ending a rollout needs the approval too, because the approver may have been disabled by then. */
const approvedEnd = `create or replace function check_change_move() returns trigger language plpgsql as $$
  begin
    if old.state = 'published' and new.state <> 'published' then
      raise exception 'a published change stays published' using errcode = 'check_violation';
    end if;
    if new.state in ('rolling', 'published') and new.state <> old.state
      and not (old.state in ('sent', 'rolling') and change_is_approved(new.id)) then
      raise exception 'this change is not approved' using errcode = 'check_violation';
    end if;
    if new.state not in ('sent', 'rolling', 'published') or new.revision <> old.revision or new.base_hash <> old.base_hash
      or new.application <> old.application then
      perform void_change_approvals(new.id);
    end if;
    return new;
  end
$$`;

export const approvedRollouts: Migration = {
  name: '0055_approvedRollouts',
  up: async (db) => void (await sql.raw(approvedEnd).execute(db)),
};

/** Counts by person, so that nobody counts twice. A round is a stage, or the continuation of a stage after a pause. */
export const rolloutCounts: Migration = {
  name: '0060_rolloutCounts',
  up: async (db) => {
    await sql`alter table rollouts add column round integer not null default 0, alter column since_day drop not null, alter column counted drop not null`.execute(
      db,
    );
    await sql`
      create table rollout_counts (
        rollout_id text not null references rollouts on delete cascade,
        round integer not null,
        is_next boolean not null,
        event text not null,
        customer_id text not null references customers,
        source text,
        primary key (rollout_id, round, is_next, event, customer_id),
        check ((source is not null) = (event = 'visit'))
      )`.execute(db);
    await sql`create index rollout_counts_customer on rollout_counts (customer_id)`.execute(db);
    await refuseDeletedCustomers(db, ['rollout_counts']);
  },
};

/** Visitors without a session, by network, because one visitor cannot be distinguished from a hundred. */
export const rolloutVisitors: Migration = {
  name: '0066_rolloutVisitors',
  up: async (db) =>
    void (await sql`
      create table rollout_visitors (
        rollout_id text not null references rollouts on delete cascade,
        round integer not null,
        is_next boolean not null,
        event text not null check (event in ('network', 'networkError')),
        network text not null,
        primary key (rollout_id, round, is_next, event, network)
      )`.execute(db)),
};

/** Without a currently valid approval, the database refuses to give a release to more people. It also refuses to skip a stage. */
const guarded = [
  `create or replace function check_rollout_start() returns trigger language plpgsql as $$
    begin
      perform from active_releases where id = new.basis for update;
      if exists (select from active_releases where application = new.application and id > new.basis) then
        raise exception 'another release has become active' using errcode = 'check_violation', constraint = 'rollouts_alone';
      end if;
      if not exists (
        select from changes join change_requests request on request.change_id = changes.id
        where changes.id = new.change_id and changes.state = 'rolling' and request.release_hash = new.hash and change_is_approved(changes.id)
      ) then
        raise exception 'this change is not approved' using errcode = 'check_violation';
      end if;
      return new;
    end
  $$`,
  // An objection and a next stage at the same moment wait for each other on the lock of the change's row.
  `create function check_rollout_move() returns trigger language plpgsql as $$
    begin
      if old.ended_at is not null then
        raise exception 'this rollout has ended' using errcode = 'check_violation';
      end if;
      if new.hash <> old.hash or new.base_hash <> old.base_hash or new.change_id <> old.change_id or new.salt <> old.salt
        or new.stages <> old.stages or new.stage not in (old.stage, old.stage + 1) then
        raise exception 'a rollout goes on as it was begun' using errcode = 'check_violation';
      end if;
      if new.ended_at is null and (new.stage > old.stage or (new.state = 'running' and old.state <> 'running')) then
        perform from changes where id = new.change_id for update;
        if not change_is_approved(new.change_id) then
          raise exception 'this change is not approved' using errcode = 'check_violation', constraint = 'rollouts_approved';
        end if;
      end if;
      return new;
    end
  $$`,
  `create trigger rollouts_moved before update on rollouts for each row execute function check_rollout_move()`,
];

export const guardedRollouts: Migration = {
  name: '0061_guardedRollouts',
  up: async (db) => {
    for (const statement of guarded) await sql.raw(statement).execute(db);
  },
};

/** Rollouts of releases. The database allows one open rollout per application, and no other publication during it. */
export const rollouts: Migration = {
  name: '0052_rollouts',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['rollout_people']);
  },
};
