with input as materialized (
    select * from unnest($1::int4[], $2::int8[], $3::int8[], $4::int8[], $5::bytea[])
        with ordinality as i (shard, epoch, file, position, records, number)
), held as materialized (
    select s.shard, s.epoch
    from asl_shard s
    where (s.shard, s.epoch) in (select i.shard, i.epoch from input i) and s.owner = $19
    for key share of s
), written as (
    insert into asl_batch as b (shard, file, position, epoch, records)
    select i.shard, i.file, i.position, i.epoch, i.records
    from input i join held h on h.shard = i.shard and h.epoch = i.epoch
    join asl_file f on f.shard = i.shard and f.file = i.file
    where i.position = coalesce((
        select p.position + length(p.records) from asl_batch p
        where p.shard = i.shard and p.file = i.file and p.position < i.position
        order by p.position desc limit 1), 0)
    on conflict (shard, file, position) do update set epoch = excluded.epoch
        where b.records = excluded.records
    returning b.shard, b.file, b.position, b.epoch, b.xmax = 0 as is_new
), added as (
    select i.number, i.shard from input i
    join written w on w.shard = i.shard and w.file = i.file and w.position = i.position
    where w.is_new
), given as materialized (
    select r.id, a.shard, r.machine, r.version, r.status,
        to_timestamp(r.started / 1000.0) as started, to_timestamp(r.stopped / 1000.0) as stopped,
        to_timestamp(r.wakes / 1000.0) as wakes, r.error, r.label, r.redrives,
        (select true from asl_execution e where e.id = r.id and e.shard = a.shard) as is_known
    from unnest($6::int8[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int8[],
            $12::int8[], $13::int8[], $14::text[], $15::text[], $16::int4[])
        as r (number, id, machine, version, status, started, stopped, wakes, error, label, redrives)
    join added a on a.number = r.number
), changed as (
    update asl_execution e set
        machine = g.machine, version = g.version, status = g.status, started = g.started,
        stopped = g.stopped, wakes = g.wakes, error = g.error, label = g.label,
        redrives = g.redrives
    from given g where g.is_known and e.id = g.id and e.shard = g.shard
), shown as (
    insert into asl_execution
        (id, shard, machine, version, status, started, stopped, wakes, error, label, redrives)
    select id, shard, machine, version, status, started, stopped, wakes, error, label, redrives
    from given where is_known is null
), hidden as (
    delete from asl_execution e
    using unnest($17::int8[], $18::text[]) as g (number, id), added a
    where a.number = g.number and e.shard = a.shard and e.id = g.id
)
select shard, file, position, epoch from written
