/**
 * What was written where, from the logs of the regions themselves: the writes of clients and expiries, with
 * their versions. From it follows what every region has to have in the end.
 */
import { laneHeads, readHeads } from '../../../src/changes/change-log.js'
import { readLane } from '../../../src/changes/read-lane.js'
import type { Image } from '../../../src/changes/change-record.js'
import type { Catalog } from '../../../src/catalog/catalog.js'
import type { Table } from '../../../src/catalog/table.js'
import { compareVersions, zeroVersion, type Version } from '../../../src/model/version.js'
import type { Engine } from '../../../src/storage/engine.js'
import type { Json } from '../../support/client.js'
import { TableName } from './regions.js'

export interface HistoricWrite {
  readonly key: string
  readonly version: Version
  /** Undefined if it was deleted. */
  readonly item: Json | undefined
}

const page = { entriesMax: 100_000, bytesMax: 1024 * 1024 * 1024 }

/** In the regions that a store has. */
export async function writesIn(
  engine: Engine,
  catalog: Catalog,
  regions: readonly string[],
): Promise<readonly HistoricWrite[]> {
  const writes: HistoricWrite[] = []
  for (const region of regions) {
    const table = await catalog.findTable({ account: '000000000000', region }, TableName)
    if (table === undefined) throw new Error(`there is no table in ${region}`)
    writes.push(...(await writesTo(engine, table)))
  }
  return writes
}

/** Those that were first made in the table's region since it has versions. */
async function writesTo(engine: Engine, table: Table): Promise<readonly HistoricWrite[]> {
  const { changes, region } = table
  const { space } = changes!
  const [heads] = await engine.read([readHeads(space)])
  const writes: HistoricWrite[] = []
  for (const lane of laneHeads(heads).keys()) {
    for (const { change } of await readLane(engine, space, { lane, next: 1 }, page)) {
      const { version, key, after } = change
      if (version === undefined) continue
      writes.push({ key: keyIn(key), version: { ...version, region }, item: itemIn(after) })
    }
  }
  return writes
}

/** What was there before there were versions. */
export function earlyWrites(items: readonly Json[]): readonly HistoricWrite[] {
  return items.map((item) => ({ key: keyOf(item), version: zeroVersion, item }))
}

export function keyOf(item: Json): string {
  return (item['pk'] as { readonly S: string }).S
}

function keyIn(image: Image): string {
  return keyOf(itemIn(image)!)
}

function itemIn(image: Image | undefined): Json | undefined {
  if (image === undefined) return undefined
  return JSON.parse(Buffer.from(image.json).toString()) as Json
}

/** The items that the greatest versions leave, by their keys. */
export function outcomeOf(writes: readonly HistoricWrite[]): ReadonlyMap<string, Json> {
  const winners = new Map<string, HistoricWrite>()
  for (const write of writes) {
    const known = winners.get(write.key)
    if (known === undefined || compareVersions(write.version, known.version) > 0) {
      winners.set(write.key, write)
    }
  }
  const left = [...winners].flatMap(([key, { item }]) => (item ? [[key, item] as const] : []))
  return new Map(left.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
