/** The parts of the comparison: rows, numbers of connections, and variants of a few rows. */
import { startBare } from './bare.js'
import { fill, tables, type Contender, type TableKind } from './contender.js'
import { startInIamMode } from './gramme.js'
import { measure, type Figures, type Results, type Rounds } from './measure.js'
import { rowOf, type RowName } from './rows.js'

export const usualConnections = 64
const halfLoadRounds = 5
export const connectionCounts: readonly number[] = [1, 16, 64, 256]
/** The rows of every part except the first. */
export const fewRows: readonly RowName[] = ['GetItem', 'PutItem']

export interface Setting {
  readonly contenders: readonly Contender[]
  readonly rows: readonly RowName[]
  readonly long: Rounds
  readonly short: Rounds
}

export type RowResults = ReadonlyMap<RowName, Results>

export async function measureRows({ contenders, rows, long }: Setting): Promise<RowResults> {
  const results = new Map<RowName, Results>()
  for (const name of rows) {
    const load = { ...rowOf(name, tables.plain.name), connections: usualConnections }
    results.set(name, await measure(contenders, load, long))
  }
  return results
}

export type ConnectionResults = ReadonlyMap<RowName, ReadonlyMap<number, Results>>

export async function measureConnections(setting: Setting): Promise<ConnectionResults> {
  const all = new Map<RowName, ReadonlyMap<number, Results>>()
  for (const name of few(setting)) {
    const row = rowOf(name, tables.plain.name)
    const results = new Map<number, Results>()
    for (const connections of connectionCounts) {
      const rounds = { ...setting.short, warm: results.size > 0 }
      results.set(connections, await measure(setting.contenders, { ...row, connections }, rounds))
    }
    all.set(name, results)
  }
  return all
}

/** Gramme with and without the check, beside the peers that always check. */
export async function measureSigned(setting: Setting, folder: string): Promise<RowResults> {
  const checked = await startInIamMode(folder)
  try {
    await fill(checked, 'plain')
    const plain = setting.contenders.filter(({ id }) => id === 'lmdb')
    const checking = setting.contenders.filter(({ credentials }) => credentials !== undefined)
    const contenders = [...plain, checked, ...checking]
    return await measureRows({ ...setting, contenders, rows: few(setting), long: setting.short })
  } finally {
    await checked.stop()
  }
}

/** PutItem into a table that has more to write. */
export async function measureTable(setting: Setting, kind: TableKind): Promise<Results> {
  const needs = kind === 'streamed' ? 'streams' : 'PutItem'
  const contenders: Contender[] = []
  for (const contender of setting.contenders) {
    if (contender.lacks.includes(needs)) continue
    try {
      await fill(contender, kind)
      contenders.push(contender)
    } catch (error) {
      console.log(`${contender.name} is left out of this part: ${String(error)}`)
    }
  }
  const load = { ...rowOf('PutItem', tables[kind].name), connections: usualConnections }
  return measure(contenders, load, setting.short)
}

export interface HalfLoad {
  /** Absent for the bare server, which is loaded as Gramme is. */
  readonly full?: Figures
  readonly half: Figures
}

export type HalfLoadResults = ReadonlyMap<RowName, ReadonlyMap<Contender, HalfLoad>>

/**
 * Latencies while Gramme has about half as many requests as it can answer, and what the machine, the disk and wrk leave to a
 * bare server under the same load.
 */
export async function measureHalfLoad(setting: Setting, folder: string): Promise<HalfLoadResults> {
  const all = new Map<RowName, ReadonlyMap<Contender, HalfLoad>>()
  // Many rounds: a p99 is of few requests, and a machine that shares its host has bad seconds.
  const long = { ...setting.long, rounds: halfLoadRounds }
  for (const name of few(setting)) {
    const load = { ...rowOf(name, tables.plain.name), connections: usualConnections }
    const results = new Map<Contender, HalfLoad>()
    const bare = await startBare(folder, load.operation)
    for (const contender of setting.contenders.filter(({ isPeer }) => !isPeer)) {
      const full = (await measure([contender], load, setting.long)).get(contender)
      if (full === undefined) continue
      const slowed = { ...load, delayMs: delayForHalf(full) }
      const beside = contender.id === 'lmdb' ? [contender, bare] : [contender]
      for (const [one, half] of await measure(beside, slowed, { ...long, warm: true })) {
        results.set(one, one === contender ? { full, half } : { half })
      }
    }
    await bare.stop()
    all.set(name, results)
  }
  return all
}

/** At full load, waiting is most of a request's time; with half of it, about a third remains. */
function delayForHalf({ perSecond, p50Ms }: Figures): number {
  return Math.max(1, (usualConnections * 2000) / perSecond - p50Ms / 3)
}

function few({ rows }: Setting): readonly RowName[] {
  return fewRows.filter((name) => rows.includes(name))
}
