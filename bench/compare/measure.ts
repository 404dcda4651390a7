/** Interleaved rounds of one row over several contenders, and their medians. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rawRequest } from '../load/request.js'
import { median } from '../rounds.js'
import type { Contender } from './contender.js'
import { treeProcessorNs, treeResidentBytes } from './process-tree.js'
import type { Row } from './rows.js'
import { runWrk, type WrkResult } from './wrk.js'

export interface Load extends Row {
  readonly connections: number
  /** The mean pause of a connection after an answer; 0 if absent. */
  readonly delayMs?: number
}

export interface Rounds {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  /** Whether the contenders have had this load already, so that they need no round to warm up. */
  readonly warm?: boolean
  /** The folder for the files that wrk reads. */
  readonly folder: string
}

export interface Figures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  /** Of all processes of the server, for one request. */
  readonly cpuMicroseconds: number
  readonly residentMb: number
  /** Requests per second, round by round. */
  readonly rates: readonly number[]
}

export type Results = ReadonlyMap<Contender, Figures>

/** A contender that refuses requests is left out, with a line that says so. */
export async function measure(
  contenders: readonly Contender[],
  load: Load,
  rounds: Rounds,
): Promise<Results> {
  const able = contenders.filter(({ lacks }) => !lacks.includes(load.operation))
  const running = new Map(able.map((one) => [one, new Measured(one, load, rounds.folder)]))
  for (let round = rounds.warm === true ? 1 : 0; round <= rounds.rounds; round++) {
    const inTurn = [...running.keys()]
    for (const offset of inTurn.keys()) {
      // Each round starts with another contender, as in `load/load-rounds.ts`.
      const contender = inTurn[(round + offset) % inTurn.length]!
      const seconds = round === 0 ? rounds.warmUpSeconds : rounds.seconds
      const fault = await running.get(contender)!.run(seconds, round > 0)
      if (fault === undefined) continue
      console.log(`${contender.name} is left out of ${load.operation}: ${fault}`)
      running.delete(contender)
    }
  }
  return new Map([...running].map(([contender, measured]) => [contender, measured.figures()]))
}

interface Sample extends WrkResult {
  readonly processorNs: number
}

class Measured {
  readonly #contender: Contender
  readonly #load: Load
  readonly #folder: string
  readonly #samples: Sample[] = []
  #sent = 0

  constructor(contender: Contender, load: Load, folder: string) {
    this.#contender = contender
    this.#load = load
    this.#folder = folder
  }

  /** Returns what was wrong, if anything was. */
  async run(seconds: number, counts: boolean): Promise<string | undefined> {
    const { url, pid } = this.#contender
    const { connections, delayMs = 0 } = this.#load
    const file = this.#prepare()
    const before = treeProcessorNs(pid)
    const run = { url, file, first: this.#sent, connections, seconds, delayMs }
    const result = await runWrk(run)
    const processorNs = treeProcessorNs(pid) - before
    this.#sent += result.requests
    if (counts) this.#samples.push({ ...result, processorNs })
    const { refused, broken, requests } = result
    if (requests === 0) return counts ? 'no answer' : undefined
    return refused + broken === 0
      ? undefined
      : `${refused} of ${requests} refused, ${broken} broken`
  }

  /** Before each run: a signature holds for minutes only. */
  #prepare(): string {
    const { operation, bodies } = this.#load
    const { url, credentials } = this.#contender
    const port = Number(new URL(url).port)
    const signing = credentials && { credentials }
    const requests = bodies.map((body) => rawRequest({ operation, body, port, ...signing }))
    const file = join(this.#folder, 'requests')
    writeFileSync(file, Buffer.concat(requests.flatMap((one) => [one, Buffer.of(0)])))
    return file
  }

  figures(): Figures {
    const of = (figure: (sample: Sample) => number) => median(this.#samples.map(figure))
    const rates = this.#samples.map(({ requests, microseconds }) => (requests * 1e6) / microseconds)
    return {
      perSecond: median(rates),
      p50Ms: of(({ p50 }) => p50 / 1000),
      p99Ms: of(({ p99 }) => p99 / 1000),
      p999Ms: of(({ p999 }) => p999 / 1000),
      cpuMicroseconds: of(({ processorNs, requests }) => processorNs / 1000 / requests),
      residentMb: treeResidentBytes(this.#contender.pid) / 1e6,
      rates,
    }
  }
}
