/** Logs each table that this server refuses, once however often it is met. */
import { notUnderstood } from '../catalog/table-needs.js'
import type { RefusedTable } from '../catalog/table-record.js'
import { StoreUnusable } from '../storage/errors.js'
import type { Log } from '../stdx/log.js'

export function refusalLog(log: Log): (refused: RefusedTable) => void {
  const told = new Set<string>()
  return ({ tableName, unknownNeeds }) => {
    const needs = unknownNeeds.join()
    if (told.has(`${tableName}/${needs}`)) return
    told.add(`${tableName}/${needs}`)
    log.warn('a table needs a newer version of Gramme and is left alone', { tableName, needs })
  }
}

export function refusalSentence({ tableName, unknownNeeds }: RefusedTable): string {
  return notUnderstood(tableName, unknownNeeds)
}

/** For work that needs every table. */
export function refuseStore(refused: RefusedTable): never {
  throw new StoreUnusable(`${refusalSentence(refused)}.`)
}
