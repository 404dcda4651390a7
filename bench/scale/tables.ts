/**
 * Five thousand tables beside one: making them, starting with them, their memory, what an idle server does,
 * ListTables page by page, and the first request to a table. A region has at most 2,500.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess, type ServerProcess } from '../../scripts/server-process.js'
import { processorNs } from '../load/processor-time.js'
import { barChart } from '../pictures/bar-chart.js'
import { table, targetLine } from '../report.js'
import { median } from '../rounds.js'
import { callInRegion } from './call-in-region.js'
import type { ScalePart, Stage } from './part.js'
import { residentMegabytes } from './resident-memory.js'
import { reportStarts } from './starts.js'

const many = 5000
const tablesPerRegion = 2500
const regions = ['us-east-1', 'eu-west-1']
const makersAtOnce = 16
/** Long enough for all that is done once a minute. */
const idleMs = 65_000
/** What a server does after its start is not counted as idle. */
const settleMs = 5000
const firstRequests = 200
const idleShareMax = 0.01

export const tablesPart: ScalePart = { name: 'tables', run: measure }

async function measure(stage: Stage): Promise<void> {
  const folders = [many, 1].map((count) => ({ count, folder: join(stage.folder, String(count)) }))
  for (const { count, folder } of folders) await makeTables(folder, count)
  const figures = await Promise.all(folders.map(({ count, folder }) => figuresOf(folder, count)))
  const rows = figures.map((one) => [
    ...[one.count, one.ownMegabytes.toFixed(0), one.idleShare.toFixed(4)],
    ...[one.listMs.toFixed(1), one.firstGetMs.toFixed(2), one.nextGetMs.toFixed(2)],
  ])
  const head = [
    'tables',
    'own MB',
    'idle CPU share',
    'ListTables ms',
    'first GetItem ms',
    'next ms',
  ]
  console.log(table(head, rows))
  for (const { count, idleShare } of figures) {
    const what = `an idle server with ${count} tables uses ${(idleShare * 100).toFixed(2)}% of a core`
    console.log(targetLine(`${what}, at most ${idleShareMax * 100}%`, idleShare <= idleShareMax))
  }
  await reportStarts(
    folders.map(({ count, folder }) => ({ name: `${count} tables`, args: ['--data-dir', folder] })),
  )
  stage.draw('scale-tables', pictureOf(figures))
}

const nameOf = (index: number): string => `table-${10_000 + index}`
const regionOf = (index: number): string => regions[Math.floor(index / tablesPerRegion)]!

async function makeTables(folder: string, count: number): Promise<void> {
  await using server = await startServerProcess({ args: ['--data-dir', folder] })
  const start = performance.now()
  const before = processorNs(server.pid)
  let next = 0
  const make = async (): Promise<void> => {
    while (next < count) {
      const index = next++
      await callInRegion(server.url, regionOf(index), 'CreateTable', definitionOf(index))
    }
  }
  await Promise.all(Array.from({ length: makersAtOnce }, make))
  const seconds = (performance.now() - start) / 1000
  const each = (processorNs(server.pid) - before) / 1e6 / count
  console.log(`${count} tables made in ${seconds.toFixed(1)} s, ${each.toFixed(2)} ms of CPU each`)
}

function definitionOf(index: number): object {
  return {
    TableName: nameOf(index),
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  }
}

interface TableFigures {
  readonly count: number
  readonly ownMegabytes: number
  readonly idleShare: number
  /** Of a page of a hundred names. */
  readonly listMs: number
  readonly firstGetMs: number
  readonly nextGetMs: number
}

async function figuresOf(folder: string, count: number): Promise<TableFigures> {
  await using server = await startServerProcess({ args: ['--data-dir', folder] })
  await pause(settleMs)
  const before = processorNs(server.pid)
  await pause(idleMs)
  const idleShare = (processorNs(server.pid) - before) / 1e6 / idleMs
  const listMs = await listAll(server, count)
  const firstGetMs = await getFromEach(server, count)
  const nextGetMs = await getFromEach(server, count)
  const ownMegabytes = residentMegabytes(server.pid).own
  return { count, ownMegabytes, idleShare, listMs, firstGetMs, nextGetMs }
}

/** The median of a page. */
async function listAll({ url }: ServerProcess, count: number): Promise<number> {
  const times: number[] = []
  let found = 0
  for (const region of regions) {
    let after: string | undefined
    do {
      const start = performance.now()
      const input = after === undefined ? {} : { ExclusiveStartTableName: after }
      const answer = (await callInRegion(url, region, 'ListTables', input)) as {
        readonly TableNames: readonly string[]
        readonly LastEvaluatedTableName?: string
      }
      times.push(performance.now() - start)
      found += answer.TableNames.length
      after = answer.LastEvaluatedTableName
    } while (after !== undefined)
  }
  if (found !== count) throw new Error(`${found} of ${count} tables were listed`)
  return median(times)
}

async function getFromEach({ url }: ServerProcess, count: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < firstRequests; n++) {
    const index = Math.floor((n * count) / firstRequests)
    const start = performance.now()
    const input = { TableName: nameOf(index), Key: { pk: { S: 'absent' } } }
    await callInRegion(url, regionOf(index), 'GetItem', input)
    times.push(performance.now() - start)
  }
  return median(times)
}

function pictureOf(figures: readonly TableFigures[]): string {
  const bars = (of: (one: TableFigures) => number) =>
    figures.map((one) => ({ name: `${one.count} tables`, value: of(one) }))
  return barChart({
    title: 'A server with 5,000 tables beside one with a single table',
    unit: 'ms, MB',
    groups: [
      { name: 'memory of its own, MB', bars: bars((one) => one.ownMegabytes) },
      { name: 'idle: CPU ms per second', bars: bars((one) => one.idleShare * 1000) },
      { name: 'a page of ListTables, ms', bars: bars((one) => one.listMs) },
      { name: 'first GetItem of a table, ms', bars: bars((one) => one.firstGetMs) },
    ],
  })
}
