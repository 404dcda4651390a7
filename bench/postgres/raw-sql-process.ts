/**
 * The process of `raw-sql.ts`. Each operation is what a program with hand-written SQL would send:
 * one prepared statement for a read or a put, a read and a comparing update for a condition, a
 * transaction for several rows. Reads and writes have separate pools, as in the engine.
 */
import postgres from 'postgres'
import { itemOf, keyCount } from '../item-operations/requests.js'
import { loadResult, type LoadResult } from '../load/load-result.js'
import type { RawJob, RawReply } from './raw-sql.js'
import {
  itemsPerQuery,
  itemsPerTransaction,
  partitions,
  queriedItems,
  type Operation,
} from '../load/operations.js'

type Sql = postgres.Sql

const readPool = 2
const writePool = 16
const valueOf = (item: object) => Buffer.from(JSON.stringify(item))
const keyOf = (index: number) => Buffer.from(`item#${String(index).padStart(8, '0')}`)
const queriedKeyOf = (partition: number, n: number) =>
  Buffer.from(`part#${String(partition).padStart(8, '0')}#${String(n).padStart(4, '0')}`)

const values = Array.from({ length: keyCount }, (_, index) => valueOf(itemOf(index)))
let pools: { readonly reads: Sql; readonly writes: Sql } | undefined
let turn = 0

process.on('message', (job: RawJob) => {
  runJob(job).then(
    (result) => reply(result === undefined ? {} : { result }),
    (error: unknown) => reply({ error: String(error) }),
  )
})

function reply(message: RawReply): void {
  process.send?.(message)
}

async function runJob(job: RawJob): Promise<LoadResult | undefined> {
  switch (job.kind) {
    case 'open':
      return open(job.url)
    case 'run':
      return run(job.operation, job.inFlight, job.durationMs)
    case 'close':
      await Promise.all([pools?.reads.end(), pools?.writes.end()])
      return undefined
  }
}

async function open(url: string): Promise<undefined> {
  const quiet = { onnotice: () => undefined }
  pools = {
    reads: postgres(url, { max: readPool, ...quiet }),
    writes: postgres(url, { max: writePool, ...quiet }),
  }
  const { writes } = pools
  await writes`CREATE TABLE raw_rows (key bytea PRIMARY KEY, value bytea NOT NULL, ver bigint NOT NULL)`
  for (let index = 0; index < keyCount; index++) await put(writes, index)
  for (let partition = 0; partition < partitions; partition++) {
    for (const [n, item] of queriedItems(partition).entries()) {
      await writes`INSERT INTO raw_rows VALUES (${queriedKeyOf(partition, n)}, ${valueOf(item)}, 1)`
    }
  }
  return undefined
}

async function run(
  operation: Operation,
  inFlight: number,
  durationMs: number,
): Promise<LoadResult> {
  const latenciesMs: number[] = []
  const start = performance.now()
  const loop = async () => {
    let begun = performance.now()
    while (begun - start < durationMs) {
      await once(operation, turn++)
      const done = performance.now()
      latenciesMs.push(done - begun)
      begun = done
    }
  }
  await Promise.all(Array.from({ length: inFlight }, loop))
  return loadResult(Float64Array.from(latenciesMs), performance.now() - start)
}

async function once(operation: Operation, n: number): Promise<unknown> {
  const { reads, writes } = pools!
  switch (operation) {
    case 'GetItem':
      return reads`SELECT value FROM raw_rows WHERE key = ${keyOf(n % keyCount)}`
    case 'PutItem':
      return put(writes, n % keyCount)
    case 'UpdateItem':
      return compareAndSet(reads, writes, n % keyCount)
    case 'Query':
      return query(reads, n % partitions)
    case 'TransactWriteItems':
      return transact(writes, (n * itemsPerTransaction) % keyCount)
  }
}

function put(sql: Sql, index: number) {
  return sql`
    INSERT INTO raw_rows (key, value, ver) VALUES (${keyOf(index)}, ${values[index]!}, 1)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, ver = raw_rows.ver + 1`
}

async function compareAndSet(reads: Sql, writes: Sql, index: number) {
  const key = keyOf(index)
  const [row] = await reads<{ ver: string }[]>`
    SELECT value, ver FROM raw_rows WHERE key = ${key}`
  return writes`
    UPDATE raw_rows SET value = ${values[index]!}, ver = ver + 1
    WHERE key = ${key} AND ver = ${row!.ver}`
}

function query(sql: Sql, partition: number) {
  const [from, to] = [queriedKeyOf(partition, 0), queriedKeyOf(partition, 9999)]
  return sql`
    SELECT key, value FROM raw_rows WHERE key >= ${from} AND key < ${to}
    ORDER BY key LIMIT ${itemsPerQuery + 1}`
}

function transact(sql: Sql, first: number) {
  return sql.begin((one) =>
    Array.from({ length: itemsPerTransaction }, (_, n) => {
      const index = first + n
      return one`
        INSERT INTO raw_rows (key, value, ver) VALUES (${keyOf(index)}, ${values[index]!}, 1)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, ver = raw_rows.ver + 1`
    }),
  )
}
