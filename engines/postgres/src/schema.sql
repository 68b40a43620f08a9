create table asl_store (
    only_row boolean primary key default true check (only_row),
    version integer not null,
    shards integer not null,
    created timestamptz not null default now()
);
create table asl_process (
    process text primary key,
    takes_shards boolean not null,
    program text not null,
    versions text[] not null,
    outbox bigint not null default 0,
    seen_until timestamptz not null,
    started timestamptz not null default now()
);
create table asl_shard (
    shard integer primary key,
    owner text,
    epoch bigint not null default 0,
    lease_until timestamptz,
    problem text,
    refused text[] not null default '{}',
    needs text[] not null default '{}'
) with (fillfactor = 50);
create table asl_file (
    shard integer not null,
    file bigint not null,
    name text not null,
    primary key (shard, file),
    unique (shard, name)
);
create table asl_batch (
    shard integer not null,
    file bigint not null,
    position bigint not null,
    epoch bigint not null,
    records bytea not null,
    primary key (shard, file, position)
);
begin
    execute 'alter table asl_batch alter column records set compression lz4';
exception when feature_not_supported or syntax_error then
    null; -- a server without it uses the compression that it has
end;
-- The columns that the end of an execution changes are the last ones, and no index has them: then
-- the server's log has only their bytes. The shard follows from the id.
create table asl_execution (
    started timestamptz not null,
    shard integer not null,
    redrives integer not null,
    id text primary key,
    machine text not null,
    version text not null,
    label text not null,
    status text not null,
    stopped timestamptz,
    wakes timestamptz,
    error text,
    failed timestamptz generated always as (
        case when status in ('FAILED', 'TIMED_OUT', 'ABORTED') then stopped end) stored
) with (fillfactor = 50);
create index asl_execution_by_start on asl_execution using brin (started);
create index asl_execution_by_failure on asl_execution (failed) where failed is not null;
create table asl_inbox (
    sender text not null,
    number bigint not null,
    shard integer not null,
    request bytea not null,
    taken bigint,
    reply bytea,
    arrived timestamptz not null default now(),
    primary key (sender, number)
);
create index asl_inbox_by_shard on asl_inbox (shard) where reply is null;
create table asl_child (
    id text not null,
    parent_shard integer not null,
    parent_id text not null,
    serial bigint not null,
    created timestamptz not null default now(),
    primary key (id, parent_id, serial)
);
create index asl_child_by_parent on asl_child (parent_shard);
create table asl_slot (
    task text not null,
    slot integer not null,
    process text,
    leased_until timestamptz,
    primary key (task, slot)
) with (fillfactor = 50);
create table asl_rate (
    task text primary key,
    next_call timestamptz not null
) with (fillfactor = 50);
create view asl_list_executions as
    select id as "executionId", machine as "stateMachine", version as "stateMachineVersion",
        status, started as "startDate", stopped as "stopDate", error, redrives as "redriveCount"
    from asl_execution;
create view asl_counts as
    select machine, version, status, count(*) as executions, min(started) as oldest
    from asl_execution group by machine, version, status;
create view asl_owners as
    select s.shard, s.owner, p.program, s.epoch, s.lease_until, s.lease_until >= now() as is_owned,
        s.problem
    from asl_shard s left join asl_process p on p.process = s.owner;
