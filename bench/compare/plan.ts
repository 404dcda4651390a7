/** What of the comparison is to run, as the command's words say. */
import { extraIds, ownIds } from './gramme.js'
import { peerIds } from './peers.js'
import { rowNames, type RowName } from './rows.js'

export const partNames = ['rows', 'connections', 'sigv4', 'indexes', 'stream', 'half-load'] as const
export type PartName = (typeof partNames)[number]

export interface Plan {
  readonly parts: readonly PartName[]
  readonly rows: readonly RowName[]
  readonly contenders: readonly string[]
  readonly quick: boolean
  /** Whether rows or contenders are left out. */
  readonly narrowed: boolean
}

export class UnknownWords extends Error {}

/** Rows, contenders and parts are chosen by their names; of what is not named, all are taken. */
export function planOf(words: readonly string[]): Plan {
  const quick = words.includes('quick')
  const names = words.filter((word) => word !== 'quick' && word !== '--draw')
  const contenderIds = [...ownIds, ...peerIds]
  const rows = chosen(rowNames, names, (row, word) => row.split(' ')[0]!.toLowerCase() === word)
  const contenders = chosen(contenderIds, names, (id, word) => id === word)
  const parts = chosen(partNames, names, (part, word) => part === word)
  const known = [...rows.found, ...contenders.found, ...parts.found]
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new UnknownWords(refusal(unknown, contenderIds))
  return {
    parts: quick && parts.found.length === 0 ? ['rows'] : parts.taken,
    rows: rows.taken,
    contenders: contenders.found.length > 0 ? contenders.taken : usualIds(contenders.taken),
    quick,
    narrowed: rows.found.length + contenders.found.length > 0,
  }
}

function usualIds(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !extraIds.includes(id))
}

interface Chosen<T> {
  readonly taken: readonly T[]
  /** The words that named one of them. */
  readonly found: readonly string[]
}

function chosen<T>(
  all: readonly T[],
  words: readonly string[],
  names: (one: T, word: string) => boolean,
): Chosen<T> {
  const found = words.filter((word) => all.some((one) => names(one, word.toLowerCase())))
  const named = all.filter((one) => found.some((word) => names(one, word.toLowerCase())))
  return { found, taken: found.length === 0 ? all : named }
}

function refusal(unknown: readonly string[], contenderIds: readonly string[]): string {
  const rows = rowNames.map((name) => name.split(' ')[0])
  const known = [...rows, ...contenderIds, ...partNames, 'quick', '--draw']
  return `The comparison has no ${unknown.join(', ')}. It has: ${known.join(', ')}.`
}
