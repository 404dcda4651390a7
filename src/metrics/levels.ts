/**
 * Values that stand until they change, such as the provisioned units of a table: stored when they change,
 * and shown as a point in every period. A table that nobody uses costs nothing this way.
 *
 * The levels of one owner (a table with its indexes) are one record, each with the steps that it took.
 */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine, type Get, type Mutation } from '../storage/engine.js'
import type { Fence } from '../storage/fence.js'
import { jsonRecordAt } from '../storage/json-record.js'
import { readPart } from '../storage/key-codec.js'
import { allMetricLevels, metricLevelsKey } from '../storage/metric-keys.js'
import { walk } from '../storage/walk.js'
import { coarseKeptMs, metricPageBytesMax, metricPageEntriesMax } from './limits.js'
import type { Dimension, Unit } from './series.js'

export interface Level {
  readonly namespace: string
  readonly metric: string
  readonly dimensions: readonly Dimension[]
  readonly unit: Unit
  /** How often it is shown. */
  readonly everyMs: number
  readonly value: number
  /** Shown only where nothing was measured. */
  readonly fillsGaps?: true
}

/** From when on which value stands; null: none. */
export type LevelStep = readonly [fromMs: number, value: number | null]

export interface StoredLevel extends Omit<Level, 'value'> {
  readonly steps: readonly LevelStep[]
}

export interface OwnedLevels {
  readonly scope: Scope
  readonly owner: string
  readonly levels: readonly StoredLevel[]
}

/** What an owner's levels are now; those that are not listed stand no more. */
export interface PresentLevels {
  readonly scope: Scope
  readonly owner: string
  readonly levels: readonly Level[]
}

const record = jsonRecordAt<readonly StoredLevel[]>('metricLevels', 1)

/** A series belongs to its table; others belong to nobody. */
export function ownerOf(dimensions: readonly Dimension[]): string {
  return dimensions.find(({ name }) => name === 'TableName')?.value ?? ''
}

export function getLevels(scope: Scope, owner: string): Get {
  return { kind: 'get', space: systemSpace, key: metricLevelsKey(scope, owner) }
}

export function decodeLevels(value: Buffer | undefined): readonly StoredLevel[] {
  return value === undefined ? [] : record.decode(value)
}

export async function* allLevels(engine: Engine, scope?: Scope): AsyncGenerator<OwnedLevels> {
  const page = { entriesMax: metricPageEntriesMax, bytesMax: metricPageBytesMax }
  const range = { space: systemSpace, ...allMetricLevels(scope), ...page }
  for await (const { key, value } of walk(engine, range)) {
    yield { ...namesOf(key), levels: record.decode(value) }
  }
}

function namesOf(key: Buffer): { readonly scope: Scope; readonly owner: string } {
  const account = readPart(key, 1)
  const region = readPart(key, account.next)
  const scope = { account: account.value.toString(), region: region.value.toString() }
  return { scope, owner: readPart(key, region.next).value.toString() }
}

/** Stores what has changed. */
export async function publishLevels(
  engine: Engine,
  present: readonly PresentLevels[],
  nowMs: number,
  fence: Fence,
): Promise<void> {
  const reads = present.map(({ scope, owner }) => getLevels(scope, owner))
  await engine.transact({
    guards: fence.guards,
    reads,
    decide(found) {
      const mutations = present.flatMap(({ levels }, i) =>
        changed(reads[i]!.key, found[i], levels, nowMs),
      )
      const fenced = mutations.length === 0 ? [] : [...mutations, ...fence.mutations]
      return { mutations: fenced, result: undefined }
    },
  })
}

function changed(
  key: Uint8Array,
  found: Buffer | undefined,
  levels: readonly Level[],
  nowMs: number,
): readonly Mutation[] {
  const stored = decodeLevels(found)
  const next = steppedTo(stored, levels, nowMs)
  if (next === stored) return []
  const target = { space: systemSpace, key }
  if (next.length === 0) return [{ kind: 'delete', ...target }]
  return [{ kind: 'put', ...target, value: record.encode(next) }]
}

/** The same list if nothing changes. */
export function steppedTo(
  stored: readonly StoredLevel[],
  levels: readonly Level[],
  nowMs: number,
): readonly StoredLevel[] {
  const present = new Map(levels.map((level) => [nameOf(level), level]))
  const known = new Set(stored.map(nameOf))
  const kept = stored.map((level) => stepped(level, present.get(nameOf(level))?.value, nowMs))
  const added = levels.filter((level) => !known.has(nameOf(level))).map(firstStep(nowMs))
  if (added.length === 0 && kept.every((level, i) => level === stored[i])) return stored
  return [...kept, ...added].filter(({ steps }) => steps.length > 0)
}

function firstStep(nowMs: number): (level: Level) => StoredLevel {
  return ({ value, ...level }) => ({ ...level, steps: [[nowMs, value]] })
}

/** Steps that are too old are dropped when another one comes, or when nothing has stood since. */
function stepped(level: StoredLevel, value: number | undefined, nowMs: number): StoredLevel {
  const last = level.steps.at(-1)
  const next = value ?? null
  if (last?.[1] === next) return next === null ? withoutOld(level, nowMs) : level
  return withoutOld({ ...level, steps: [...level.steps, [nowMs, next]] }, nowMs)
}

function withoutOld(level: StoredLevel, nowMs: number): StoredLevel {
  const { steps } = level
  const horizonMs = nowMs - coarseKeptMs
  // What stood at the horizon began before it.
  const first = steps.findLastIndex(([fromMs]) => fromMs <= horizonMs)
  const kept = steps.slice(Math.max(first, 0))
  const isOver = kept.length === 1 && kept[0]![1] === null && first !== -1
  if (isOver) return { ...level, steps: [] }
  return kept.length === steps.length ? level : { ...level, steps: kept }
}

function nameOf({ namespace, metric, dimensions }: Omit<Level, 'value' | 'everyMs' | 'unit'>) {
  return JSON.stringify([namespace, metric, dimensions])
}
