/**
 * `npm run bench vectors [size …] [threads=N] [usearch | usearch=i8]`: SearchVectors over HTTP on a real server with LMDB. A size is
 * like `100000x1024` or `100000x768:clustered`. Reports the time of a search, searches per second, recall, how long the
 * first search takes to load everything, memory and disk for each vector, and GetItem meanwhile; with `usearch`, the
 * library on the same vectors, as floats or as bytes.
 */
import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../scripts/server-process.js'
import { call, createTable } from './load/call.js'
import type { LoadResult } from './load/load-result.js'
import { LoadGenerator } from './load/load.js'
import { processorNs } from './load/processor-time.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, table, targetLine } from './report.js'
import { residentMegabytes } from './scale/resident-memory.js'
import { runCrossover } from './vectors/crossover.js'
import {
  documentsInOrder,
  fillIndex,
  haveItemsVectors,
  indexName,
  keyOf,
  tableName,
} from './vectors/fill-index.js'
import { setKinds, vectorText, type SetKind, type VectorSetSize } from './vectors/made-vectors.js'
import { recallOf, Truth, wanted } from './vectors/truth.js'
import {
  queriesOf,
  runUsearch,
  type UsearchNumbers,
  type UsearchResult,
} from './vectors/usearch.js'

const usualSizes = ['10000x128', '10000x768', '100000x128']
const [seed, querySeed] = [7, 8]
/** Fewer for a very large set: the exact answers take longer than everything else. */
const queriesFor = ({ count }: VectorSetSize) => (count >= 1_000_000 ? 10 : 30)
const roundMs = 5_000
const operationsMax = 100_000
const getConnections = 4
/** The goals, by size, for the time of a search. */
const goals: ReadonlyMap<string, number> = new Map([
  ['100000x1024', 25],
  ['1000000x768', 60],
])
const recallMin = 0.99
const firstAttemptsMax = 10

interface Measured {
  readonly size: VectorSetSize
  readonly loadMs: number
  readonly alone: LoadResult
  /** Of the server's process, with its threads, for a search. */
  readonly processorMs: number
  readonly together: LoadResult
  readonly recall: number
  readonly memoryBytes: number
  readonly diskBytes: number
  readonly getQuiet: LoadResult
  readonly getBusy: LoadResult
  readonly usearch:
    (UsearchResult & { readonly recall: number; readonly numbers: UsearchNumbers }) | undefined
}

export function areVectorArguments(rest: readonly string[]): boolean {
  return (
    rest.length > 0 &&
    rest.every((each) =>
      /^(\d+x\d+(:\w+)?|threads=\d+|usearch(=i8)?|crossover|\d+(:\w+)?)$/.test(each),
    )
  )
}

export async function runVectors(rest: readonly string[] = []): Promise<void> {
  if (rest[0] === 'crossover') return runCrossover(rest.slice(1))
  const sizes = rest.filter((each) => /^\d+x/.test(each))
  const threads = Number(rest.find((each) => each.startsWith('threads='))?.slice(8)) || undefined
  const named = rest.find((each) => each.startsWith('usearch'))
  const usearch = named === undefined ? undefined : named.endsWith('=i8') ? 'i8' : 'f32'
  const measured: Measured[] = []
  for (const size of (sizes.length > 0 ? sizes : usualSizes).map(sizeOf)) {
    await withDataFolder(async (folder) => {
      measured.push(await measure(folder, size, { threads, usearch }))
    })
  }
  report(measured, threads ?? availableParallelism())
}

function sizeOf(text: string): VectorSetSize {
  const [, count, dimensions, kind = 'latent'] = /^(\d+)x(\d+)(?::(\w+))?$/.exec(text)!
  if (!setKinds.includes(kind as SetKind)) throw new Error(`There are ${setKinds.join(' and ')}.`)
  return { count: Number(count), dimensions: Number(dimensions), kind: kind as SetKind }
}

interface How {
  readonly threads: number | undefined
  /** How the library keeps numbers; undefined without it. */
  readonly usearch: UsearchNumbers | undefined
}

async function measure(folder: string, size: VectorSetSize, how: How): Promise<Measured> {
  const dataDir = join(folder, 'data')
  const start = () => {
    const threads = how.threads === undefined ? [] : ['--vector-threads', String(how.threads)]
    return startServerProcess({ args: ['--data-dir', dataDir, ...threads] })
  }
  await prepareTable(await start(), size)
  const asked = queriesOf({ size, querySeed, queries: queriesFor(size) })
  const truth = new Truth(asked)
  await fillIndex(dataDir, size, { seed, truth })
  const served = await measureServer(await start(), { size, asked, truth })
  const diskBytes = folderBytes(dataDir) / size.count
  const memoryBytes = served.memoryBytes / size.count
  const usearch = how.usearch && (await measureUsearch(size, truth, how.usearch, how.threads))
  return { ...served, size, diskBytes, memoryBytes, usearch }
}

async function prepareTable(started: ServerProcess, { dimensions }: VectorSetSize): Promise<void> {
  await using server = started
  const VectorIndexes = [
    {
      IndexName: indexName,
      VectorAttribute: { AttributeName: 'emb' },
      Dimensions: dimensions,
      DistanceFunction: 'COSINE',
      Projection: { ProjectionType: 'ALL' },
    },
  ]
  await createTable(server.url, tableName, { VectorIndexes })
}

interface Asked {
  readonly size: VectorSetSize
  readonly asked: readonly Float32Array[]
  readonly truth: Truth
}

async function measureServer(
  started: ServerProcess,
  { size, asked, truth }: Asked,
): Promise<Omit<Measured, 'size' | 'diskBytes' | 'usearch'>> {
  await using server = started
  using searching = new LoadGenerator()
  using getting = new LoadGenerator()
  const bodies = asked.map(searchBody)
  const port = portOf(server)
  const load = (connections: number, durationMs = roundMs) =>
    searching.run({
      port,
      operation: 'SearchVectors',
      bodies,
      connections,
      durationMs,
      operationsMax,
    })
  const Key = keyOf(0)
  const get = () =>
    getting.run({
      ...{ port, operation: 'GetItem', bodies: [JSON.stringify({ TableName: tableName, Key })] },
      ...{ connections: getConnections, durationMs: roundMs, operationsMax },
    })
  const before = residentMegabytes(server.pid).own
  const began = performance.now()
  await firstAnswer(server.url, bodies[0]!)
  const loadMs = performance.now() - began
  const memoryBytes = (residentMegabytes(server.pid).own - before) * 1024 * 1024
  const found: (readonly number[])[] = []
  for (const body of bodies) found.push(await search(server.url, body))
  const usedBefore = processorNs(server.pid)
  const alone = await load(1)
  const usedForOne = (processorNs(server.pid) - usedBefore) / alone.operations / 1e6
  const together = await load(8)
  const getQuiet = await get()
  const [getBusy] = await Promise.all([get(), load(2)])
  const places = placesOf(size)
  const recall = recallOf(
    truth.answers(),
    found.map((numbers) => numbers.map((number) => places[number]!)),
  )
  return {
    loadMs,
    memoryBytes,
    alone,
    processorMs: usedForOne,
    together,
    getQuiet,
    getBusy,
    recall,
  }
}

/** Where in the order of the vectors each document is. */
function placesOf(size: VectorSetSize): Uint32Array {
  const places = new Uint32Array(size.count)
  for (const [place, number] of documentsInOrder(size).entries()) places[number] = place
  return places
}

function searchBody(query: Float32Array): string {
  const rest = { TableName: tableName, IndexName: indexName, TopK: wanted }
  return `{"SearchVector":${vectorText(query)},${JSON.stringify(rest).slice(1)}`
}

/** On a busy machine, the connection may be cut before everything is loaded. Loading goes on nevertheless. */
async function firstAnswer(url: string, body: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await search(url, body)
      return
    } catch (error) {
      if (attempt === firstAttemptsMax) throw error
    }
  }
}

/** The numbers of the documents that were found. */
async function search(url: string, body: string): Promise<readonly number[]> {
  const input = JSON.parse(body) as object
  const { SearchResults } = (await call(url, 'SearchVectors', input)) as {
    SearchResults: readonly { readonly Item: { readonly pk: { readonly S: string } } }[]
  }
  return SearchResults.map(({ Item }) => Number(Item.pk.S.split(' ')[1]))
}

async function measureUsearch(
  size: VectorSetSize,
  truth: Truth,
  numbers: UsearchNumbers,
  threads: number | undefined,
) {
  const job = {
    port: 0,
    size,
    seed,
    querySeed,
    queries: queriesFor(size),
    numbers,
    threads: threads ?? availableParallelism(),
  }
  const result = await runUsearch({ ...job, port: 0 })
  return { ...result, numbers, recall: recallOf(truth.answers(), result.found) }
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0)
}

function report(measured: readonly Measured[], threads: number): void {
  console.log(`SearchVectors over HTTP, top ${wanted}, ${threads} search threads, ${machine()}`)
  const ms = (value: number) => value.toFixed(1)
  const rows = measured.map(({ size, alone, together, ...rest }) => [
    `${size.count} x ${size.dimensions}, ${size.kind}`,
    ms(alone.p50Ms),
    ms(alone.p99Ms),
    ms(rest.processorMs),
    together.operationsPerSecond.toFixed(0),
    rest.recall.toFixed(4),
    (rest.loadMs / 1000).toFixed(1),
    rest.memoryBytes.toFixed(0),
    rest.diskBytes.toFixed(0) + (haveItemsVectors(size) ? '' : ' *'),
    `${ms(rest.getQuiet.p99Ms)} / ${ms(rest.getBusy.p99Ms)}`,
  ])
  const head = ['vectors', 'p50 ms', 'p99 ms', 'CPU ms', 'searches/s', 'recall@10', 'load s']
  console.log(table([...head, 'memory B', 'disk B', 'GetItem p99, busy'], rows))
  console.log('memory and disk for each vector; disk with the item, * of which lacks its vector')
  reportUsearch(measured)
  for (const { size, alone, recall } of measured) {
    const goal = goals.get(`${size.count}x${size.dimensions}`)
    if (goal === undefined) continue
    const holds = alone.p50Ms < goal && recall >= recallMin
    const what = `${size.count} x ${size.dimensions} in ${ms(alone.p50Ms)} ms, under ${goal} wanted`
    console.log(targetLine(`${what}, recall ${recall.toFixed(4)}`, holds))
  }
}

function reportUsearch(measured: readonly Measured[]): void {
  const rows = measured.flatMap(({ size, usearch }) => {
    if (usearch === undefined) return []
    const { p50Ms, p99Ms, recall, buildMs, buildProcessorMs, residentBytes } = usearch
    const memory = (residentBytes / size.count).toFixed(0)
    const name = `usearch ${usearch.numbers}, ${size.count} x ${size.dimensions}`
    return [
      [
        name,
        p50Ms.toFixed(2),
        p99Ms.toFixed(2),
        recall.toFixed(4),
        (buildMs / 1000).toFixed(1),
        (buildProcessorMs / 1000).toFixed(1),
        memory,
      ],
    ]
  })
  if (rows.length === 0) return
  const head = ['in its own process', 'p50 ms', 'p99 ms', 'recall@10', 'build s', 'build CPU s']
  console.log(table([...head, 'memory B'], rows))
}
