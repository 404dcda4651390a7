/** Pages of what is described. */
import { scalingPageMax } from '../../../autoscaling/limits.js'
import { isScalingDimension } from '../../../autoscaling/scaled-resource.js'
import type { ScalingTarget } from '../../../autoscaling/scaling-target.js'
import { targetIdOf, type TargetId } from '../../../autoscaling/target-id.js'
import { validation } from '../../../model/errors.js'
import type { OperationContext } from '../../operation.js'
import { requestDigest } from '../../request-digest.js'
import { invalidNextToken } from './errors.js'

export interface DescribeFilter {
  readonly isOurs: boolean
  readonly resourceIds: readonly string[] | undefined
  readonly dimension: string | undefined
  /** Of policies or scheduled actions. */
  readonly names: readonly string[] | undefined
}

export interface DescribeRequest {
  readonly filter: DescribeFilter
  readonly max: number
  readonly token: string | undefined
}

interface DescribeInput {
  readonly ServiceNamespace: string
  readonly ScalableDimension?: string
  readonly MaxResults?: number
  readonly NextToken?: string
}

export function readDescribe(
  input: DescribeInput,
  { resourceIds, names }: Partial<Pick<DescribeFilter, 'resourceIds' | 'names'>>,
): DescribeRequest {
  const { ScalableDimension: dimension, MaxResults: max = scalingPageMax, NextToken } = input
  if (dimension !== undefined && resourceIds === undefined) {
    throw validation('If you specify a scalable dimension, you must also specify a resource ID.')
  }
  const isOurs =
    input.ServiceNamespace === 'dynamodb' &&
    (dimension === undefined || isScalingDimension(dimension))
  // AWS: an empty list of names is none.
  const filter = { isOurs, resourceIds: some(resourceIds), dimension, names: some(names) }
  return { filter, max, token: NextToken }
}

function some<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list
}

/** Where the next page starts: after this part of this target. */
interface PartPosition {
  readonly resourceId: string
  readonly dimension: TargetId['dimension']
  readonly name: string
}

export interface DescribedPart<T> {
  readonly target: ScalingTarget
  readonly name: string
  readonly part: T
}

/** A page of the parts of targets: of the targets themselves, their policies or their schedules. */
export async function pageOfTargetParts<T extends object>(
  ctx: OperationContext,
  { filter, max, token }: DescribeRequest,
  partsOf: (target: ScalingTarget) => readonly Pick<DescribedPart<T>, 'name' | 'part'>[],
): Promise<{ readonly parts: readonly DescribedPart<T>[]; readonly next: string | undefined }> {
  const after = openToken(ctx, filter, token)
  const parts: DescribedPart<T>[] = []
  if (!filter.isOurs) return { parts, next: undefined }
  for await (const target of targetsFrom(ctx, filter, after)) {
    const isFirst = after?.resourceId === target.resourceId && after.dimension === target.dimension
    for (const { name, part } of partsOf(target)) {
      if (isFirst && name <= after.name) continue
      if (filter.names?.includes(name) === false) continue
      if (parts.length === max) return { parts, next: sealLast(ctx, filter, parts) }
      parts.push({ target, name, part })
    }
  }
  return { parts, next: undefined }
}

function openToken(
  ctx: OperationContext,
  filter: DescribeFilter,
  token: string | undefined,
): PartPosition | undefined {
  return token === undefined ? undefined : (openPosition(ctx, filter, token) as PartPosition)
}

function sealLast(
  ctx: OperationContext,
  filter: DescribeFilter,
  parts: readonly DescribedPart<unknown>[],
): string {
  const { target, name } = parts.at(-1)!
  const { resourceId, dimension } = target
  return sealPosition(ctx, filter, { resourceId, dimension, name })
}

/** From the target of a position on, in the order of resources. */
async function* targetsFrom(
  ctx: OperationContext,
  { resourceIds, dimension }: DescribeFilter,
  after: PartPosition | undefined,
): AsyncGenerator<ScalingTarget> {
  const { account, region } = ctx.caller
  const { targets } = await ctx.scaling()
  const first = after && (await targets.find({ account, region, ...after }))
  const isWanted = (target: ScalingTarget) =>
    resourceIds?.includes(target.resourceId) !== false &&
    (dimension === undefined || target.dimension === dimension)
  if (first !== undefined && isWanted(first)) yield first
  let last: TargetId | undefined = after && { account, region, ...after }
  for (;;) {
    const page = await targets.list({ account, region }, last, readMax)
    yield* page.filter(isWanted)
    const end = page.at(-1)
    if (end === undefined || page.length < readMax) return
    last = targetIdOf(end)
  }
}

const readMax = 200

export function sealPosition(ctx: OperationContext, filter: object, position: object): string {
  return ctx.nextTokens.seal(digestOf(ctx, filter), Buffer.from(JSON.stringify(position)))
}

/** Throws if the token is none, or of another request. */
export function openPosition(ctx: OperationContext, filter: object, token: string): unknown {
  const found = ctx.nextTokens.find(token, digestOf(ctx, filter))
  if (!Buffer.isBuffer(found)) throw invalidNextToken()
  return JSON.parse(found.toString())
}

function digestOf({ caller: { account, region } }: OperationContext, filter: object): Buffer {
  return requestDigest({ autoscaling: { account, region, filter } })
}

/** Of requests that name at most one resource. */
export function resourceIn({
  ResourceId,
}: {
  readonly ResourceId?: string
}): readonly string[] | undefined {
  return ResourceId === undefined ? undefined : [ResourceId]
}
