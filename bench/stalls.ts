/**
 * How long one request can leave all other clients waiting: the slowest GetItem of a second client
 * while the heaviest requests of each operation are carried out, one after the other.
 *
 * Each is tried several times and the smallest result counts, since a busy machine delays pings too. How much
 * processor time the server's main thread took during a ping is printed beside it: other programs do not add to it.
 * With workers that thread is their supervisor's, so its time says little.
 * In the end, each operation is listed with the worst of its requests. GRAMME_STALLS names a part of the requests' names, to run only those.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServerProcess } from '../scripts/server-process.js'
import { portOf, withDataFolder } from './load/server.js'
import { machine, table, targetLine } from './report.js'
import { closeConnections, send, type HeavyRequest } from './stalls/heavy-request.js'
import { itemRequests } from './stalls/item-requests.js'
import { pageRequests } from './stalls/page-requests.js'
import { Pinger } from './stalls/pinger.js'
import { fillTables, large } from './stalls/tables.js'

const stallMsMax = 50
const tries = 3
/** Lets what a request leaves behind, such as a flush or garbage, end before the next one. */
const restMs = 300

const wanted = process.env['GRAMME_STALLS'] ?? ''
const requests = [...pageRequests, ...itemRequests].filter(({ name }) => name.includes(wanted))

export async function runStalls(): Promise<void> {
  console.log(`The slowest ping while a heavy request is carried out, on ${machine()}`)
  await withDataFolder(async (folder) => {
    report('memory', await measure(['--engine', 'memory']))
    report('lmdb', await measure(['--data-dir', join(folder, 'data')]))
    const workers = ['--workers', '2', '--data-dir', join(folder, 'shared')]
    report('lmdb, 2 workers', await measure(workers))
  })
  closeConnections()
}

interface Stall {
  readonly name: string
  readonly operation: string
  readonly worstMs: number
  readonly busiestMs: number
  readonly tookMs: number
}

async function measure(args: readonly string[]): Promise<readonly Stall[]> {
  await using server = await startServerProcess({ args })
  const port = portOf(server)
  await fillTables(server.url, port)
  const key = { TableName: large.name, Key: { p: { S: 'ping' } } }
  using pinger = new Pinger({ port, pid: server.pid, body: JSON.stringify(key) })
  const stalls: Stall[] = []
  for (const request of requests) stalls.push(await stallOf(server.url, request, pinger))
  return stalls
}

async function stallOf(url: string, request: HeavyRequest, pinger: Pinger): Promise<Stall> {
  const { name, operation, status, clients = 1 } = request
  const body = request.body()
  let best: Stall = { name, operation, worstMs: Infinity, busiestMs: 0, tookMs: Infinity }
  for (let n = 0; n < tries; n++) {
    await pause(restMs)
    await pinger.worst()
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: clients }, () => send(url, operation, body, status)))
    const tookMs = performance.now() - startedAt
    const { worstMs, busiestMs } = await pinger.worst()
    if (worstMs < best.worstMs) best = { name, operation, worstMs, busiestMs, tookMs }
  }
  return best
}

function report(engine: string, stalls: readonly Stall[]): void {
  const rows = stalls.map(({ name, worstMs, busiestMs, tookMs }) => [
    ...[name, worstMs.toFixed(0), busiestMs.toFixed(0), tookMs.toFixed(0)],
  ])
  console.log(table([engine, 'slowest ping ms', 'CPU ms', 'took ms'], rows))
  console.log(table([`${engine}, by operation`, 'slowest ping ms', 'request'], worstRows(stalls)))
  for (const { name, worstMs } of stalls) {
    if (worstMs <= stallMsMax) continue
    console.log(targetLine(`${name}: ${worstMs.toFixed(0)} ms, at most ${stallMsMax} ms`, false))
  }
  const held = stalls.every(({ worstMs }) => worstMs <= stallMsMax)
  console.log(targetLine(`no ping on ${engine} waits over ${stallMsMax} ms`, held))
}

/** The worst request of each operation, the worst operation first. */
function worstRows(stalls: readonly Stall[]): readonly (readonly string[])[] {
  const worst = new Map<string, Stall>()
  for (const stall of stalls) {
    if (stall.worstMs > (worst.get(stall.operation)?.worstMs ?? 0)) {
      worst.set(stall.operation, stall)
    }
  }
  return [...worst.values()]
    .sort((a, b) => b.worstMs - a.worstMs)
    .map(({ operation, worstMs, name }) => [operation, worstMs.toFixed(0), requestIn(name)])
}

function requestIn(name: string): string {
  return name.slice(name.indexOf(', ') + 2)
}
