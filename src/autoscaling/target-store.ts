/** The targets of auto scaling in the store. */
import type { Scope } from '../model/arn.js'
import { systemSpace, type Engine, type Get, type Mutation } from '../storage/engine.js'
import { unfenced, type Fence } from '../storage/fence.js'
import { formatSteps, getFormat, ratchet } from '../storage/format.js'
import { jsonRecordAt } from '../storage/json-record.js'
import type { KeyRange } from '../storage/keyspace.js'
import {
  allScalingTargets,
  scalingTargetIdKey,
  scalingTargetIds,
  scalingTargetKey,
  scalingTargetRange,
} from '../storage/scaling-keys.js'
import { putActivity, type ScalingDeed } from './activity.js'
import { scalableTargetsMax } from './limits.js'
import type { ScalingTarget } from './scaling-target.js'
import type { TargetId } from './target-id.js'

const { revision } = formatSteps.scaling
const targetForm = jsonRecordAt<ScalingTarget>('scaling', revision)
const idForm = jsonRecordAt<TargetId>('scaling', revision)

/** What becomes of a target. */
export interface TargetChange<T> {
  /** Undefined deletes it. The same object leaves it as it is. */
  readonly target: ScalingTarget | undefined
  /** What is to be known about it. */
  readonly deeds?: readonly ScalingDeed[]
  readonly result: T
}

export class TargetStore {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async find(id: TargetId): Promise<ScalingTarget | undefined> {
    const [bytes] = await this.#engine.read([getTarget(id)])
    return decoded(bytes)
  }

  /** By the end of its ARN. */
  async findById(scope: Scope, id: string): Promise<ScalingTarget | undefined> {
    const [bytes] = await this.#engine.read([getId(scope, id)])
    const found = bytes && (await this.find(idForm.decode(bytes)))
    return found?.id === id ? found : undefined
  }

  /** In the order of resources, after one of them or after where it would be. */
  list(scope: Scope, after: TargetId | undefined, max: number): Promise<readonly ScalingTarget[]> {
    return this.#page(scalingTargetRange(scope, after), max)
  }

  /** Those of all scopes. */
  listAll(after: TargetId | undefined, max: number): Promise<readonly ScalingTarget[]> {
    return this.#page(allScalingTargets(after), max)
  }

  async #page(range: KeyRange, entriesMax: number): Promise<readonly ScalingTarget[]> {
    const read = { kind: 'range', space: systemSpace, ...range, entriesMax } as const
    const [{ entries }] = await this.#engine.read([read])
    return entries.map(({ value }) => targetForm.decode(value))
  }

  async isFull(scope: Scope): Promise<boolean> {
    const range = { space: systemSpace, ...scalingTargetIds(scope), entriesMax: scalableTargetsMax }
    const [{ entries }] = await this.#engine.read([{ kind: 'range', ...range }])
    return entries.length >= scalableTargetsMax
  }

  /** Reads a target and decides, from it alone, what becomes of it. `decide` may run again. */
  change<T>(
    id: TargetId,
    decide: (target: ScalingTarget | undefined) => TargetChange<T>,
    fence: Fence = unfenced,
  ): Promise<T> {
    return this.#engine.transact({
      guards: fence.guards,
      reads: [getFormat(), getTarget(id)],
      decide([mark, bytes]) {
        const before = decoded(bytes)
        const { target, deeds = [], result } = decide(before)
        const changes = [...changed(before, target), ...deeds.map(putActivity)]
        if (changes.length === 0) return { mutations: [], result }
        const raised = ratchet(mark, [formatSteps.scaling])
        return { mutations: [...raised, ...changes, ...fence.mutations], result }
      },
    })
  }
}

function changed(
  before: ScalingTarget | undefined,
  after: ScalingTarget | undefined,
): readonly Mutation[] {
  if (before === after) return []
  if (after === undefined) return before === undefined ? [] : deletions(before)
  const { account, region, resourceId, dimension, id } = after
  const identity = idForm.encode({ account, region, resourceId, dimension })
  return [
    { kind: 'put', ...placeOf(after), value: targetForm.encode(after) },
    ...(before?.id === id
      ? []
      : [{ kind: 'put', ...idPlace(after, id), value: identity } as const]),
  ]
}

function deletions(target: ScalingTarget): readonly Mutation[] {
  return [
    { kind: 'delete', ...placeOf(target) },
    { kind: 'delete', ...idPlace(target, target.id) },
  ]
}

function placeOf({ account, region, resourceId, dimension }: TargetId) {
  return {
    space: systemSpace,
    key: scalingTargetKey({ account, region, resourceId, dimension }),
  }
}

function idPlace({ account, region }: Scope, id: string) {
  return { space: systemSpace, key: scalingTargetIdKey({ account, region }, id) }
}

function getTarget(id: TargetId): Get {
  return { kind: 'get', ...placeOf(id) }
}

function getId(scope: Scope, id: string): Get {
  return { kind: 'get', ...idPlace(scope, id) }
}

function decoded(bytes: Buffer | undefined): ScalingTarget | undefined {
  return bytes && targetForm.decode(bytes)
}
