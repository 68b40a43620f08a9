with input as materialized (
    select * from unnest($1::int4[], $2::int8[], $3::int8[], $4::int8[], $5::bytea[])
        as i (shard, epoch, file, position, records)
), held as materialized (
    select s.shard, s.epoch
    from asl_shard s
    where (s.shard, s.epoch) in (select i.shard, i.epoch from input i)
    for key share of s
), written as (
    insert into asl_batch as b (shard, file, position, epoch, records)
    select i.shard, i.file, i.position, i.epoch, i.records
    from input i join held h on h.shard = i.shard and h.epoch = i.epoch
    on conflict (shard, file, position) do update set epoch = excluded.epoch
        where b.records = excluded.records
    returning b.shard, b.file, b.position, b.epoch
), shown as (
    insert into asl_execution as e
        (id, shard, machine, version, status, started, stopped, wakes, error, label, redrives)
    select r.id, r.shard, r.machine, r.version, r.status,
        to_timestamp(r.started / 1000.0), to_timestamp(r.stopped / 1000.0),
        to_timestamp(r.wakes / 1000.0), r.error, r.label, r.redrives
    from unnest($6::int4[], $7::int8[], $8::text[], $9::text[], $10::text[], $11::text[],
            $12::int8[], $13::int8[], $14::int8[], $15::text[], $16::text[], $17::int4[])
        as r (shard, epoch, id, machine, version, status, started, stopped, wakes, error, label,
            redrives)
    join held h on h.shard = r.shard and h.epoch = r.epoch
    on conflict (id, shard) do update set
        machine = excluded.machine, version = excluded.version, status = excluded.status,
        started = excluded.started, stopped = excluded.stopped, wakes = excluded.wakes,
        error = excluded.error, label = excluded.label, redrives = excluded.redrives
), hidden as (
    delete from asl_execution e
    using unnest($18::int4[], $19::int8[], $20::text[]) as g (shard, epoch, id), held h
    where h.shard = g.shard and h.epoch = g.epoch and e.shard = g.shard and e.id = g.id
)
select shard, file, position, epoch from written
